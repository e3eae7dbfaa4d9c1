import { writeSync } from "node:fs"

/**
 * Prints a line before it returns, so that a process which is killed next has told. A pipe that is full is no error: the function
 * waits until somebody has read. For programs of tests.
 */
export const printLine = (line: string): void => {
  for (;;)
    try {
      writeSync(1, `${line}\n`)
      return
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error
    }
}
