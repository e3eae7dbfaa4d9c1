import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { script } from "./supervised.ts"

const program = fileURLToPath(new URL("fixtures/terminalCommands.mjs", import.meta.url))

/** A command at a terminal. The environment is added to that of the terminal. */
export interface TerminalCommand {
  readonly words: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

type OnSeen = (seen: string, type: (text: string) => void) => void

/**
 * A terminal at which commands run one after the other in one process, because a process for each takes many times as long. Ctrl-C would end
 * that process.
 */
export class CommandTerminal implements AsyncDisposable {
  private readonly child: ReturnType<typeof spawn>
  private readonly ready: Promise<unknown>
  private seen = ""
  private check = (): void => {}

  constructor(env: NodeJS.ProcessEnv) {
    const line = `'${process.execPath}' '${program}'`
    this.child = spawn(script, ["-qec", line, "/dev/null"], { env, stdio: ["pipe", "pipe", "inherit", "ipc"] })
    this.child.stdout?.on("data", (chunk: Buffer) => {
      this.seen += chunk.toString()
      this.check()
    })
    this.ready = this.waitFor(() => this.taken("ready"))
  }

  /** Runs a command to its end. `typed` is typed before it starts; `onSeen` is called each time there is more text, with all text so far. */
  async run(command: TerminalCommand, onSeen: OnSeen, typed = ""): Promise<{ status: number; text: string }> {
    await this.ready
    const type = (text: string) => void this.child.stdin?.write(text)
    type(typed)
    // The terminal has it once it shows it.
    await this.waitFor(() => (this.seen.replaceAll("\r\n", "\n").includes(typed) ? true : undefined))
    this.child.send(command)
    return this.waitFor(() => {
      onSeen(this.seen, type)
      const ended = this.taken("\\d+")
      return ended && { status: Number(ended.found), text: ended.text.replaceAll("\r\n", "\n") }
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.child.once("exit", resolve))
    this.child.disconnect()
    await ended
  }

  /** Returns what the program wrote between NULs, and the text before it, which is then forgotten. */
  private taken(pattern: string) {
    const [all, text = "", found = ""] = new RegExp(`^([^\\0]*)\\0(${pattern})\\0`).exec(this.seen) ?? []
    if (all === undefined) return undefined
    this.seen = this.seen.slice(all.length)
    return { text, found }
  }

  private waitFor<A>(check: () => A | undefined): Promise<A> {
    return new Promise((resolve) => {
      this.check = () => {
        const found = check()
        if (found === undefined) return
        this.check = () => {}
        resolve(found)
      }
      this.check()
    })
  }
}

/** Returns the words of a line as a shell takes them, with single quotes alone. */
export const wordsOf = (line: string): ReadonlyArray<string> =>
  (line.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ""))
