import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"

/** The command that runs a program of the folder "programs" in a separate process, after the path of Node. */
export const wordsFor = (program: string, ...words: ReadonlyArray<string>): ReadonlyArray<string> => [
  "--conditions=@toolgate/source",
  "--disable-warning=ExperimentalWarning",
  join(import.meta.dirname, "programs", program),
  ...words
]

/** Runs a program and returns what it prints. Rejects if it fails. */
export const runProgram = async (program: string, ...words: ReadonlyArray<string>): Promise<string> =>
  (await promisify(execFile)(process.execPath, wordsFor(program, ...words))).stdout.trim()
