import type { Readable } from "node:stream"
import { firstLines } from "./firstLines.ts"
import { longestLine } from "./shownLine.ts"

/**
 * Reads the standard error of a server to its end, and tells its first lines. A server prints what it likes there, for as long as it
 * runs, and comes to a halt if nobody reads.
 */
export const drainStderr = (stderr: Readable, said: (line: string) => void): void => {
  const tell = firstLines(said)
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
