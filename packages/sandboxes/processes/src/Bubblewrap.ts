import { spawn } from "node:child_process"
import { closeSync } from "node:fs"
import { openSyscallFilter } from "./filter/openSyscallFilter.ts"
import { systemProgram } from "./systemProgram.ts"

/**
 * The words that every confinement begins with: namespaces of its own for everything, no capability and no way to get
 * one, another session than the terminal's, and death with the process that starts bubblewrap.
 */
export const confiningWords: ReadonlyArray<string> = [
  "--unshare-all",
  "--unshare-user",
  "--uid",
  "65534",
  "--gid",
  "65534",
  "--disable-userns",
  "--cap-drop",
  "ALL",
  "--new-session",
  "--die-with-parent",
  "--hostname",
  "sandbox"
]

/**
 * bubblewrap on this machine, tried out until it has worked once. It may be installed and the kernel not let it work, or
 * the machine may be too busy for it just now.
 */
export class Bubblewrap {
  /** Why it cannot be used, as the end of a sentence, by the last trial; `undefined` where it can, or was not tried yet. */
  problem: string | undefined = undefined
  readonly program: string | undefined
  /** Whether trying it again could not tell anything new. */
  isTried = false
  private trial: Promise<void> | undefined = undefined

  /** `program`: its path. Without one, bubblewrap is looked for where the system keeps its own programs. */
  constructor(program: string | undefined) {
    this.program = process.platform === "linux" ? (program ?? systemProgram("bwrap")) : undefined
  }

  /** Starts nothing, with these words and the filter of system calls, once for all who ask meanwhile. */
  tried(words: () => ReadonlyArray<string>): Promise<void> {
    this.trial ??= this.tryOut(words)
    return this.trial
  }

  /** What is to be said of something that has to be confined, after its name; `undefined` where it can be. `otherwise`: how to do without. */
  refusal(otherwise: string): string | undefined {
    const { problem } = this
    return (
      problem &&
      `has to run confined and bubblewrap cannot be used here, because ${problem}: install bubblewrap where it may make user namespaces, or ${otherwise}`
    )
  }

  private async tryOut(words: () => ReadonlyArray<string>): Promise<void> {
    const { program } = this
    this.problem = program === undefined ? "it is not installed" : await problemOf(program, words())
    this.isTried = program === undefined || this.problem === undefined
    this.trial = undefined
  }
}

const problemOf = async (program: string, words: ReadonlyArray<string>): Promise<string | undefined> => {
  let filter: number | undefined
  try {
    filter = openSyscallFilter()
    const filtered = filter === undefined ? [] : ["--seccomp", "3"]
    const child = spawn(program, [...words, ...filtered, "--", "/bin/sh", "-c", ":"], {
      timeout: 10_000,
      env: {},
      stdio: ["ignore", "ignore", "pipe", filter ?? "ignore"]
    })
    let said = ""
    child.stderr?.on("data", (chunk: Buffer) => {
      said += said.length < mostSaid ? chunk.toString() : ""
    })
    const status = await new Promise((resolve, reject) => child.on("close", resolve).on("error", reject))
    return status === 0 ? undefined : fails(said)
  } catch (error) {
    return fails(String(error))
  } finally {
    if (filter !== undefined) closeSync(filter)
  }
}

const mostSaid = 4096

const fails = (said: string) => `it fails (${(said.trim().split("\n")[0] ?? "").slice(0, 200) || "without saying why"})`
