import { type Box, block, joinBoxes } from "./Box.ts"
import { addFences } from "./scripts.ts"

const environments: Readonly<Record<string, readonly [string, string]>> = {
  matrix: ["", ""],
  smallmatrix: ["", ""],
  array: ["", ""],
  pmatrix: ["(", ")"],
  bmatrix: ["[", "]"],
  Bmatrix: ["{", "}"],
  vmatrix: ["|", "|"],
  Vmatrix: ["‖", "‖"],
  cases: ["{", ""],
  aligned: ["", ""],
  align: ["", ""],
  "align*": ["", ""],
  gathered: ["", ""]
}

/** The names of the supported environments. */
export const environmentNames: ReadonlyArray<string> = Object.keys(environments)

export const isEnvironment = (name: string): boolean => Object.hasOwn(environments, name)

/** Arranges the cells of an environment in columns, between its fences. */
export const arrangeCells = (name: string, given: ReadonlyArray<ReadonlyArray<Box>>, isAscii: boolean): Box => {
  const last = given.at(-1)
  // A line break after the last row starts no new row.
  const rows = given.length > 1 && last?.length === 1 && last[0]?.width === 0 ? given.slice(0, -1) : given
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const widths = Array.from({ length: columns }, (_, at) =>
    rows.reduce((most, row) => Math.max(most, row[at]?.width ?? 0), 0)
  )
  const isAligned = name.startsWith("align")
  const lines = rows.flatMap((row, number) => {
    const cells = widths.map((width, at) =>
      padded(row[at], width, isAligned ? (at % 2 === 0 ? "right" : "left") : name === "cases" ? "left" : "middle")
    )
    const gap = (at: number) => block([isAligned && at % 2 === 1 ? " " : "  "], 0)
    const made = joinBoxes(cells.flatMap((cell, at) => (at === 0 ? [cell] : [gap(at), cell])))
    const isTall = made.lines.length > 1 && number > 0
    return isTall ? ["", ...made.lines] : made.lines
  })
  const [left, right] = environments[name] ?? ["", ""]
  return addFences(block(lines, (lines.length - 1) >> 1), left, right, isAscii)
}

const padded = (box: Box | undefined, width: number, side: "left" | "middle" | "right"): Box => {
  if (box === undefined) return block([" ".repeat(width)], 0)
  const missing = width - box.width
  const before = side === "left" ? 0 : side === "right" ? missing : missing >> 1
  return block(
    box.lines.map((one) => " ".repeat(before) + one + " ".repeat(missing - before)),
    box.baseline
  )
}
