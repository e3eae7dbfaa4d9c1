import type { Json } from "@toolgate/core"
import { type TypeText, unknown, whole } from "./TypeText.ts"
import { key, quoted } from "./written.ts"

/** Returns the type of which a value is the only one. A large or deep value has none. */
export const literal = (value: Json): TypeText => {
  const text = literalText(value, 4)
  return text === undefined || text.length > 400 ? unknown : whole(text)
}

const literalText = (value: Json, depth: number): string | undefined => {
  if (depth === 0) return undefined
  if (typeof value === "string") return quoted(value)
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const isArray = Array.isArray(value)
  const parts = isArray
    ? value.map((item) => literalText(item, depth - 1))
    : Object.keys(value)
        .toSorted()
        .map((name) => {
          const text = literalText((value as Readonly<Record<string, Json>>)[name] ?? null, depth - 1)
          return text && `${key(name)}: ${text}`
        })
  if (parts.includes(undefined)) return undefined
  return isArray ? `[${parts.join(", ")}]` : parts.length === 0 ? "{}" : `{ ${parts.join("; ")} }`
}
