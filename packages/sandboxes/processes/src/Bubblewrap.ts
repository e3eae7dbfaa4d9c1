import { spawn } from "node:child_process"
import { closeSync } from "node:fs"
import { openSyscallFilter } from "./filter/openSyscallFilter.ts"
import { findSystemProgram } from "./findSystemProgram.ts"

/**
 * Bubblewrap options of every confinement: separate namespaces, no capabilities, a separate terminal session, and death
 * together with the parent process.
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
 * The bubblewrap program of this machine. A trial run shows whether bubblewrap works: the kernel may forbid it, and a
 * busy machine may fail for a moment. A failed trial is repeated.
 */
export class Bubblewrap {
  /**
   * The reason why the last trial failed, as the end of a sentence. `undefined` before the first trial and after a
   * success.
   */
  problem: string | undefined = undefined
  readonly program: string | undefined
  /** Whether a further trial is pointless: bubblewrap works, or is not installed. */
  isTried = false
  private trial: Promise<void> | undefined = undefined

  /** `program`: the path of bubblewrap. By default, only the system's program folders are searched. */
  constructor(program: string | undefined) {
    this.program = process.platform === "linux" ? (program ?? findSystemProgram("bwrap")) : undefined
  }

  /**
   * Runs a trial with these options and the system call filter. The trial starts nothing. Concurrent callers share one
   * trial.
   */
  tried(words: () => ReadonlyArray<string>): Promise<void> {
    this.trial ??= this.tryOut(words)
    return this.trial
  }

  /**
   * Returns the end of a refusal that begins with the name of the program, or `undefined` if bubblewrap works.
   * `otherwise`: how to run without confinement.
   */
  refusal(otherwise: string): string | undefined {
    const { problem } = this
    return (
      problem &&
      `must run confined, but bubblewrap does not work here (${problem}); install it and allow user namespaces, or ${otherwise}`
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

const fails = (said: string) => `it fails: ${(said.trim().split("\n")[0] ?? "").slice(0, 200) || "no error output"}`
