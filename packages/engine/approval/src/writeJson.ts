import type { Json } from "@toolgate/core"
import type { Sheet } from "./Sheet.ts"

/** Writes a value as JSON for people, indented by two spaces per level. Every line after the first starts with `indent`. */
export const writeJson = (sheet: Sheet, value: Json, indent: string): void => {
  if (typeof value === "string") {
    sheet.quote(value)
  } else if (typeof value !== "object" || value === null) {
    // JSON.stringify would drop the sign of -0.
    sheet.write(Object.is(value, -0) ? "-0" : String(value))
  } else if (Array.isArray(value)) {
    const items: ReadonlyArray<Json> = value
    writeAll(sheet, "[]", items, indent, (item, inner) => writeJson(sheet, item, inner))
  } else {
    writeAll(sheet, "{}", Object.entries<Json>(value), indent, ([name, member], inner) => {
      sheet.quote(name)
      sheet.write(": ")
      writeJson(sheet, member, inner)
    })
  }
}

const writeAll = <A>(
  sheet: Sheet,
  brackets: "[]" | "{}",
  all: ReadonlyArray<A>,
  indent: string,
  writeOne: (one: A, indent: string) => void
): void => {
  const inner = `${indent}  `
  sheet.write(brackets.slice(0, 1))
  all.forEach((one, at) => {
    sheet.write(at === 0 ? `\n${inner}` : `,\n${inner}`)
    writeOne(one, inner)
  })
  sheet.write(all.length === 0 ? brackets.slice(1) : `\n${indent}${brackets.slice(1)}`)
}
