import { spawnSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { comparable, consoleIn } from "./documentConsole.ts"
import { projectOf } from "./documentProject.ts"
import { blocksOf } from "./documents.ts"

// The commands of a document run one after the other in a folder with the files of that document. They have to print what the
// document shows.
const documents = Map.groupBy(blocksOf("console"), ({ document }) => document)

/** The programs from outside of this repository that the commands of a document need. */
const needs: Readonly<Record<string, ReadonlyArray<string>>> = {
  "docs/agents.md": ["bwrap", "python3"],
  "docs/audit.md": ["bwrap"],
  "docs/policy.md": ["bwrap"],
  "docs/sandboxes.md": ["bwrap"]
}

const missing = (document: string) =>
  needs[document]?.filter((program) => spawnSync(program, ["--version"]).status !== 0) ?? []

describe.skipIf(process.platform === "win32")("the commands of a document", () => {
  it.each([...documents].filter(([document]) => missing(document).length === 0))(
    "print what stands there: %s",
    async (document, blocks) => {
      const run = consoleIn(projectOf(document))
      for (const { code } of blocks)
        for (const [, line = "", printed = ""] of code.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm))
          expect(comparable(`$ ${line}\n${await run(line)}`)).toBe(comparable(`$ ${line}\n${printed}`))
    }
  )

  for (const document of documents.keys())
    if (missing(document).length > 0)
      it.skip(`print what stands there, which needs ${missing(document).join(" and ")}: ${document}`, () => {})
})
