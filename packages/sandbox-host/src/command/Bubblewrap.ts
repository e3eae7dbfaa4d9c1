import { execFile } from "node:child_process"
import { bubblewrapWords } from "./bubblewrapWords.ts"
import type { Mount } from "./Mount.ts"
import { systemProgram } from "./systemProgram.ts"

/**
 * bubblewrap as it is on this machine, tried out until it has worked once: it may be installed, and the kernel not let
 * it work; or the machine be too busy for it just now.
 */
export class Bubblewrap {
  /** Why it cannot be used, as the end of a sentence, by the last trial; `undefined` where it can, or was not tried yet. */
  problem: string | undefined = undefined
  readonly program: string | undefined
  /** Whether trying it again could not tell anything new. */
  isTried = false
  private trial: Promise<void> | undefined = undefined

  /** `program`: where it is. Without it, it is looked for where the system keeps its own programs. */
  constructor(program: string | undefined) {
    this.program = process.platform === "linux" ? (program ?? systemProgram("bwrap")) : undefined
  }

  /** Tries it, once for all who ask meanwhile. */
  tried(system: () => ReadonlyArray<Mount>): Promise<void> {
    this.trial ??= this.tryOut(system)
    return this.trial
  }

  private async tryOut(system: () => ReadonlyArray<Mount>): Promise<void> {
    const { program } = this
    this.problem = program === undefined ? "it is not installed" : await problemOf(program, system())
    this.isTried = program === undefined || this.problem === undefined
    this.trial = undefined
  }
}

const problemOf = (program: string, mounts: ReadonlyArray<Mount>): Promise<string | undefined> =>
  new Promise((resolve) => {
    const words = [...bubblewrapWords({ mounts, workingFolder: "/tmp" }, []), "--", "/bin/sh", "-c", ":"]
    execFile(program, words, { timeout: 10_000, env: {} }, (error, _stdout, stderr) => {
      if (error === null) resolve(undefined)
      else resolve(`it fails (${(stderr.trim().split("\n")[0] ?? "").slice(0, 200) || "without saying why"})`)
    })
  })
