import { spawnSync } from "node:child_process"
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The record of what bash did with one text. */
export interface Ran {
  /** The words of each program that ran, without programs that only start others. */
  readonly commands: ReadonlyArray<ReadonlyArray<string>>
  /** The files that were made, relative to the folder in which the text ran. */
  readonly files: ReadonlyArray<string>
}

/** The programs that record their words and do nothing else. Only the first fails. */
export const recorded = ["no", "git", "npm", "rm", "cat", "ls", "cp", "a", "b", "c"]

const realPrograms = ["env", "nice", "timeout", "nohup", "xargs", "find", "sh", "bash", "stdbuf", "setsid"]

const recorder = (log: string, status: number) => `#!/bin/sh
printf '%s\\0' "$#" "\${0##*/}" "$@" >> '${log}'
exit ${status}
`

// A background job may outlive the shell that started it. The driver therefore waits for all processes that hold
// descriptor 9.
const driver = `cd "$1" || exit 1
for text in texts/*; do
  name=\${text##*/}
  printf '%s\\0' start "$name" >> log
  ( cd "runs/$name" && PATH="$2" timeout -s KILL 10 /bin/bash -c "$(cat "../../texts/$name"; printf x)" </dev/null 9>&1 >/dev/null 2>&1 ) | cat >/dev/null
done
`.replace('"$(cat "../../texts/$name"; printf x)"', '"$(<"../../texts/$name")"')

/** Runs each text with bash in a separate folder, where bash finds only the programs listed here. */
export const realBash = (texts: ReadonlyArray<string>): ReadonlyArray<Ran> => {
  const root = mkdtempSync(join(tmpdir(), "shell-"))
  try {
    for (const folder of ["texts", "runs", "bin"]) mkdirSync(join(root, folder))
    const log = join(root, "log")
    for (const name of recorded) {
      writeFileSync(join(root, "bin", name), recorder(log, name === "no" ? 1 : 0))
      chmodSync(join(root, "bin", name), 0o755)
    }
    for (const name of realPrograms)
      symlinkSync(
        spawnSync("/bin/bash", ["-c", `type -P ${name}`], { encoding: "utf8" }).stdout.trim(),
        join(root, "bin", name)
      )
    texts.forEach((text, index) => {
      writeFileSync(join(root, "texts", `${index}`), text)
      mkdirSync(join(root, "runs", `${index}`, "x", "y"), { recursive: true })
    })
    const { status, stderr } = spawnSync("/bin/bash", ["-c", driver, "driver", root, join(root, "bin")], {
      encoding: "utf8"
    })
    if (status !== 0) throw new Error(`The texts were not run: ${stderr}`)
    return read(root, log, texts.length)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const read = (root: string, log: string, count: number): ReadonlyArray<Ran> => {
  const commands = Array.from({ length: count }, (): Array<ReadonlyArray<string>> => [])
  const fields = readFileSync(log, "utf8").split("\0")
  let current = 0
  for (let at = 0; at < fields.length - 1; ) {
    if (fields[at] === "start") {
      current = Number(fields[at + 1])
      at += 2
    } else {
      const words = Number(fields[at]) + 1
      commands[current]?.push(fields.slice(at + 1, at + 1 + words))
      at += 1 + words
    }
  }
  return commands.map((found, index) => ({ commands: found, files: filesIn(join(root, "runs", `${index}`)) }))
}

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
