import { execFileSync } from "node:child_process"
import { constants, openSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { start } from "./commandLine.ts"
import { folder } from "./folder.ts"

/** Starts a command that reads a pipe, and opens the pipe for writing once the command has opened it. */
export const startReading = async (words: (pipe: string) => ReadonlyArray<string>) => {
  const pipe = join(folder(), "pipe")
  execFileSync("mkfifo", [pipe])
  const child = start(words(pipe))
  let writing = -1
  const open = () => {
    // Fails as long as there is no reader.
    writing = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
    return true
  }
  await expect.poll(open).toBe(true)
  return { child, writing }
}
