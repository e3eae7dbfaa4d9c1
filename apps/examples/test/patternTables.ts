import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./documents.ts"

/** A row of a table of patterns: a rule, what it matches, and what it does not. */
export interface PatternRow {
  readonly effect: "allow" | "deny"
  /** The rule, as in `write_file(src/**)`. */
  readonly rule: string
  readonly matches: ReadonlyArray<string>
  readonly others: ReadonlyArray<string>
}

/** Lists the rows of every table in a document whose header starts with `allow rule` or `deny rule`. */
export const listPatternRows = (document: string): ReadonlyArray<PatternRow> => {
  const rows: Array<PatternRow> = []
  let effect: PatternRow["effect"] | undefined
  for (const line of readFileSync(join(root, document), "utf8").split("\n")) {
    const cells = line.startsWith("|") ? line.split("|").map((cell) => cell.trim()) : undefined
    if (cells === undefined) effect = undefined
    else if (/^(?:allow|deny) rule$/.test(cells[1] ?? "")) effect = cells[1] === "allow rule" ? "allow" : "deny"
    else if (effect !== undefined && !/^-+$/.test(cells[1] ?? "")) {
      const [rule = "", ...others] = codesIn(cells[1] ?? "")
      if (others.length > 0) throw new Error(`"${cells[1]}" is more than one rule.`)
      rows.push({ effect, rule, matches: codesIn(cells[2] ?? ""), others: codesIn(cells[3] ?? "") })
    }
  }
  return rows
}

const codesIn = (cell: string): ReadonlyArray<string> =>
  [...cell.matchAll(/`([^`]+)`/g)].map(({ 1: code = "" }) => code)
