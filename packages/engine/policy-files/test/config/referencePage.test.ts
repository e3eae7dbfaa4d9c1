import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { renderReference } from "./renderReference.ts"

const page = readFileSync(new URL("../../../../../docs/policy-reference.md", import.meta.url), "utf8")

/** Returns the tables of keys, each with the heading above it. Blanks that only align columns are removed. */
const tablesIn = (text: string) => {
  let heading = ""
  let inTable = false
  const rows: Array<readonly [heading: string, row: string]> = []
  for (const line of text.split("\n")) {
    const row = line.replaceAll(/ +/g, " ").trim()
    if (/^#+ /.test(row)) heading = row.replace(/^#+ /, "")
    if (row.startsWith("| key ")) inTable = true
    else if (!row.startsWith("|")) inTable = false
    else if (inTable && !/^\| -/.test(row)) rows.push([heading, row])
  }
  return rows
}

describe("the reference page", () => {
  it("lists exactly the keys, with their places and types", () => {
    expect(tablesIn(page)).toEqual(tablesIn(renderReference()))
  })
})
