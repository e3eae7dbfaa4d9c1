import { execFile, spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { describe, expect, it } from "vitest"
import { blocksOf, root } from "./documents.ts"

// The commands of a document run one after the other in a folder that holds the YAML of that document, and print what
// stands there. They are given no terminal, and nothing to read.
const bin = mkdtempSync(join(tmpdir(), "toolgate-bin-"))
const launcher = join(root, "apps/cli/bin/fresh.cjs")
writeFileSync(join(bin, "toolgate"), `#!/bin/sh\nexec "${process.execPath}" "${launcher}" "$@"\n`)
chmodSync(join(bin, "toolgate"), 0o755)

const projectOf = (document: string): string => {
  const project = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-console-")))
  for (const block of blocksOf("yaml")) {
    const file = /^(?:version: 1 +)?# (?<file>[\w.-]+)/.exec(block.code)?.groups?.file
    if (block.document === document && file !== undefined) writeFileSync(join(project, file), block.code)
  }
  return project
}

const run = (line: string, project: string): Promise<string> =>
  new Promise((resolve) => {
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
    const child = execFile("sh", ["-c", `exec 2>&1; ${line}`], { cwd: project, env }, (_, printed) =>
      resolve(printed.replaceAll(project, "/home/ada/shop").replaceAll(`${homedir()}/`, "/home/ada/"))
    )
    child.stdin?.end()
  })

const documents = Map.groupBy(blocksOf("console"), ({ document }) => document)

// Confined commands are shown there.
const needsBubblewrap = "docs/sandboxes.md"
const hasBubblewrap = spawnSync("bwrap", ["--version"]).status === 0

const canRun = ([document]: readonly [string, unknown]) => hasBubblewrap || document !== needsBubblewrap

describe.skipIf(process.platform === "win32")("the commands of a document", () => {
  it.each([...documents].filter(canRun))(
    "print what stands there: %s",
    { timeout: 300_000 },
    async (document, blocks) => {
      const project = projectOf(document)
      for (const { code } of blocks)
        for (const [, line = "", printed = ""] of code.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm))
          expect(`$ ${line}\n${await run(line, project)}`).toBe(`$ ${line}\n${printed}`)
    }
  )

  for (const one of documents)
    if (!canRun(one)) it.skip(`print what stands there, which needs bubblewrap (bwrap): ${one[0]}`, () => {})
})
