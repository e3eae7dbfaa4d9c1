import { writeSync } from "node:fs"

/**
 * Prints a line synchronously, so that the line is out before the process is killed. Waits while the pipe is full. For
 * test programs.
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
