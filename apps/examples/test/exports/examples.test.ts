import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { findFailedRows } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { root } from "../documents.ts"
import { copyExamples, folder, listExamples } from "./copyExamples.ts"
import { listDocumentedExports } from "./documentedExports.ts"

const examples = listExamples()

describe("the examples of exports", () => {
  it("run, each with an assertion about its export", async () => {
    const failed = await findFailedRows(
      examples.map((name) => [name, join(folder, `${name}.ts`)] as const),
      async (file) => {
        const code = readFileSync(file, "utf8")
        const [shown = ""] = file.match(/[^./]+(?=\.ts$)/) ?? []
        expect(code).toMatch(new RegExp(`\\b${shown}\\b`))
        expect(code).toMatch(/^import assert from "node:assert\/strict"$[\s\S]*\bassert\b[.(]/m)
        expect(code.split("\n").length).toBeLessThanOrEqual(longest)
        await import(file)
      }
    )
    expect(failed).toEqual({})
  })

  it("cover every function, class and layer of the entries, and nothing else", async () => {
    const named = (await listDocumentedExports()).map(({ name }) => name).toSorted()
    expect(examples).toEqual(named)
  })

  it("stand in the comments as they are: `pnpm docs:examples` copies them", async () => {
    const stale = [...(await copyExamples())].filter(([file, text]) => readFileSync(file, "utf8") !== text)
    expect(stale.map(([file]) => relative(root, file))).toEqual([])
  })
})

/** The number of lines that an example may have, with the last, empty one. */
const longest = 29
