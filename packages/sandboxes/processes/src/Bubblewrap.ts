import { spawn } from "node:child_process"
import { closeSync } from "node:fs"
import { openSyscallFilter } from "./filter/openSyscallFilter.ts"
import { systemProgram } from "./systemProgram.ts"

/**
 * The arguments that every confinement begins with: namespaces of its own for everything, no capability and no way to
 * get one, a session apart from the terminal's, and death with the process that starts bubblewrap.
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
 * bubblewrap on this machine, tried out until it has worked once. It may be installed while the kernel does not let it
 * work, or the machine may be too busy for it at the moment.
 */
export class Bubblewrap {
  /**
   * The reason why bubblewrap cannot be used, by the last trial, as the end of a sentence. `undefined` if it can be
   * used or has not been tried yet.
   */
  problem: string | undefined = undefined
  readonly program: string | undefined
  /** Whether another trial could not tell anything new. */
  isTried = false
  private trial: Promise<void> | undefined = undefined

  /**
   * `program`: the path of bubblewrap. Without a path, bubblewrap is looked for where the system keeps its own
   * programs.
   */
  constructor(program: string | undefined) {
    this.program = process.platform === "linux" ? (program ?? systemProgram("bwrap")) : undefined
  }

  /**
   * Runs a trial that starts nothing, with these words and the filter of system calls. Callers that ask meanwhile share
   * one trial.
   */
  tried(words: () => ReadonlyArray<string>): Promise<void> {
    this.trial ??= this.tryOut(words)
    return this.trial
  }

  /**
   * Returns what to report of something that has to be confined, after its name, or `undefined` if it can be confined.
   * `otherwise`: how to do without confinement.
   */
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
