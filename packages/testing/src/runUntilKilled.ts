import { spawn } from "node:child_process"

/**
 * Runs a Node program until it has printed `count` lines, then kills it with SIGKILL. Returns the complete lines.
 * Rejects if the program ends otherwise.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, writeFile } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { runUntilKilled } from "@toolgate/testing"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "killed-"))
 * const program = join(folder.path, "count.mjs")
 * await writeFile(program, "let n = 0; setInterval(() => console.log(process.argv[2], n++), 1)")
 * const [first] = await runUntilKilled(1, program, "call")
 * assert.equal(first, "call 0")
 * ```
 */
export const runUntilKilled = async (
  count: number,
  program: string,
  ...words: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const options = ["--conditions=@toolgate/source", "--disable-warning=ExperimentalWarning"]
  const child = spawn(process.execPath, [...options, program, ...words], { stdio: ["ignore", "pipe", "inherit"] })
  let printed = ""
  let lines = 0
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text
    lines += text.split("\n").length - 1
    if (lines >= count) child.kill("SIGKILL")
  })
  const end = await new Promise((resolve) => child.on("close", (status, signal) => resolve(signal ?? status)))
  if (end !== "SIGKILL") throw new Error(`"${program}" ended with ${end} after ${lines} lines.`)
  return printed.split("\n").slice(0, -1)
}
