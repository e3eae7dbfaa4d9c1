import type { Readable } from "node:stream"

/**
 * Reads the standard error of a server to its end, and tells its first lines. A server prints what it likes there, for as long as it
 * runs, and comes to a halt if nobody reads.
 */
export const drainStderr = (stderr: Readable, said: (line: string) => void): void => {
  let lines = 0
  let rest = ""
  const tell = (line: string) => {
    if (line.trim() === "" || lines > mostLines) return
    lines++
    said(lines > mostLines ? `It printed more than ${mostLines} lines; the rest is not shown.` : line.slice(0, 500))
  }
  stderr.setEncoding("utf8")
  stderr.on("data", (text: string) => {
    if (lines > mostLines) return
    const [first = "", ...more] = text.split("\n")
    rest += first.slice(0, 500)
    for (const line of more) {
      tell(rest)
      rest = line.slice(0, 500)
    }
  })
  stderr.on("end", () => tell(rest))
  stderr.on("error", () => {})
}

const mostLines = 200
