import { execFile } from "node:child_process"
import { chmodSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { expect } from "vitest"
import { createProject } from "./documentProject.ts"
import { type Block, listBlocks, root } from "./documents.ts"

// `toolgate` runs this repository's sources, and `node` runs TypeScript that imports them.
const bin = mkdtempSync(join(tmpdir(), "toolgate-bin-"))
const program = (name: string, words: string) => {
  writeFileSync(join(bin, name), `#!/bin/sh\nexec "${process.execPath}" ${words} "$@"\n`)
  chmodSync(join(bin, name), 0o755)
}
program("toolgate", `"${join(root, "apps/cli/bin/fresh.cjs")}"`)
program("node", "--conditions=@toolgate/source")
// `pnpm facts` works outside the repository too.
const facts = join(root, "apps/facts/src/main.ts")
writeFileSync(
  join(bin, "pnpm"),
  `#!/bin/sh\n[ "$1" = facts ] && shift && exec "${process.execPath}" --conditions=@toolgate/source "${facts}" "$@"\n`,
  { mode: 0o755 }
)
// `npx toolgate` runs the same program.
writeFileSync(join(bin, "npx"), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 })

const consoles = Map.groupBy(listBlocks("console"), ({ document }) => document)

/** The documents with commands that confine agents. They need programs from outside this repository. */
export const confining = ["docs/agents.md", "docs/audit.md", "docs/policy.md", "docs/sandboxes.md"]

/** The documents whose commands need only this repository. */
export const plain = [...consoles.keys()].filter((document) => !confining.includes(document))

/** Checks that a document's commands print what it shows. They run in order in a folder with the document's files. */
export const expectShown = async (document: string): Promise<void> => {
  const run = consoleIn(createProject(document))
  const blocks: ReadonlyArray<Block> = consoles.get(document) ?? []
  expect(blocks).not.toEqual([])
  for (const { code } of blocks)
    for (const [, line = "", printed = ""] of code.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm))
      expect(comparable(`$ ${line}\n${await run(line)}`)).toBe(comparable(`$ ${line}\n${printed}`))
}

/**
 * Returns a function that runs a line of a document in its folder and returns the output. There is no terminal and no
 * input.
 */
const consoleIn = (project: string) => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-home-")))
  // Omits variables that change the output on this machine.
  const { PYTHONUNBUFFERED: _buffered, XDG_STATE_HOME: _state, ...given } = process.env
  const env = { ...given, HOME: home, PATH: `${bin}${delimiter}${process.env.PATH}` }
  return (line: string): Promise<string> =>
    new Promise((resolve) => {
      const child = execFile("sh", ["-c", `exec 2>&1; ${line}`], { cwd: project, env }, (_failed, printed) =>
        resolve(
          printed
            .replaceAll(project, "/home/ada/shop")
            .replaceAll(home, "/home/ada")
            .replaceAll(`${homedir()}/`, "/home/ada/")
        )
      )
      child.stdin?.end()
    })
}

/** Replaces the varying parts of a text: times, ids, hashes. */
const comparable = (text: string): string =>
  changing.reduce((compared, [pattern, name]) => compared.replaceAll(pattern, name), text)

const changing: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<=\((?:\w+, )?|took )[\d.]+ m?s(?=[).,])/g, "TIME"],
  [/(?<="(?:duration|waited)(?:_ms|Ms)":)[\d.]+/g, "TIME"],
  [/\d{8}T\d{6}\.\d{3}Z-[0-9a-f]{12}(?=\.ndjson)/g, "SEGMENT"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "MOMENT"],
  [/\b[0-9a-f]{64}\b/g, "HASH"],
  [/\b[0-9a-f]{32}\b/g, "APPROVAL"],
  [/(?<=by )\S+(?= with "toolgate)/g, "USER"],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "ID"],
  [/(?<=process )\d+ of [\w.-]+/g, "PID of HOST"]
]
