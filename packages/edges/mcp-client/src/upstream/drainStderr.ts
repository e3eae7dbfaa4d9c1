import type { Readable } from "node:stream"
import { longestLine } from "./formatLine.ts"
import { limitLines } from "./limitLines.ts"

/**
 * Reads the standard error of a server to the end, and reports its first lines. A server blocks if its output is not
 * read.
 */
export const drainStderr = (stderr: Readable, said: (line: string) => void): void => {
  const tell = limitLines(said)
  let rest = ""
  let tells = true
  stderr.setEncoding("utf8")
  stderr.on("data", (text: string) => {
    if (!tells) return
    const [first = "", ...more] = text.split("\n")
    rest += first.slice(0, longestLine - rest.length)
    for (const line of more) {
      tells = tell(rest)
      rest = line.slice(0, longestLine)
    }
  })
  stderr.on("end", () => tell(rest))
  stderr.on("error", () => {})
}
