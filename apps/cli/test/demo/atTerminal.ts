import { spawn } from "node:child_process"
import { ended, launcher } from "../commandLine.ts"
import { script } from "../supervised.ts"

interface Terminal {
  readonly columns?: number
  readonly env?: NodeJS.ProcessEnv
  /** The words that start Node. */
  readonly node?: string
  /** Called each time the demo has shown more lines, with all text so far. Returns the keys to press. */
  readonly press: (seen: string) => string
  /** Called with each part of the output. */
  readonly show?: (part: string) => void
}

/** Runs `toolgate demo` in a process at a terminal, without the colours that this process sets or forbids. */
export const demoAtTerminal = async ({
  columns = 80,
  env = {},
  node = `'${process.execPath}'`,
  press,
  show = () => {}
}: Terminal) => {
  const { NO_COLOR: _no, FORCE_COLOR: _force, CI: _ci, ...surroundings } = process.env
  const line = `stty cols ${columns} rows 30; exec ${node} '${launcher}' demo`
  const child = spawn(script, ["-qec", line, "/dev/null"], {
    env: { ...surroundings, TERM: "xterm", ...env },
    stdio: "pipe"
  })
  let seen = ""
  let lines = 0
  child.stdout.on("data", (chunk: Buffer) => {
    seen += chunk.toString()
    show(chunk.toString())
    // The echo of a key must not cause another key press.
    const shown = seen.split(/\n|Allow it\?/).length
    if (shown > lines) child.stdin.write(press(seen))
    lines = shown
  })
  const { status, stdout } = await ended(child)
  return { status, text: stdout.replaceAll("\r\n", "\n") }
}

/** Returns a function that presses a key for each text, and answers the question once. */
export const answering = (answer: string) => {
  let isAnswered = false
  return (seen: string): string => {
    if (isAnswered || !seen.includes("Allow it?")) return " "
    isAnswered = true
    return answer
  }
}
