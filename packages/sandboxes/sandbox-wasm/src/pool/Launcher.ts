import { existsSync } from "node:fs"
import { Bubblewrap, diesWithParent, once } from "@toolgate/processes"
import type { GuestFiles } from "../GuestProgram.ts"
import { commandLine, type EngineBounds } from "./commandLine.ts"
import { confinedWords } from "./confinedWords.ts"
import type { Launch } from "./launch.ts"

/**
 * The number of times that confinement is tried if it has never worked. The machine may be too busy for it at the
 * moment.
 */
const mostTries = 3

/**
 * A launcher that decides how processes are started: confined by bubblewrap, or unconfined if bubblewrap is not
 * installed or does not work on this machine. Once a confined process was ready, all others are confined too.
 */
export class Launcher {
  private readonly confined: (() => Launch) | undefined
  private readonly loose: () => Launch
  private readonly entry: string
  private hasWorked = false
  private tries = 0

  /**
   * `bubblewrap`: the path of bubblewrap. Without a path, bubblewrap is looked for where the system keeps its own
   * programs.
   */
  constructor(files: GuestFiles, bounds: EngineBounds, bubblewrap?: string) {
    this.entry = files.entry
    const { program } = new Bubblewrap(bubblewrap)
    const node = once(() => commandLine(files, bounds))
    this.confined =
      program === undefined ? undefined : once(() => ({ bubblewrap: [program, ...confinedWords(files)], node: node() }))
    this.loose = once(() => ({ bubblewrap: undefined, node: [...diesWithParent(), ...node()] }))
  }

  next(): Launch {
    return this.confined === undefined || this.tries === mostTries ? this.loose() : this.confined()
  }

  /** The reason why no process starts, as far as it can be seen, as the rest of a sentence. */
  get startProblem(): string {
    return existsSync(this.entry)
      ? "its process did not start"
      : `its process has no program at "${this.entry}"; leave "toolgate" out of the bundle, and installed beside it`
  }

  /** Called for a process that became ready. */
  worked({ bubblewrap }: Launch): void {
    this.hasWorked ||= bubblewrap !== undefined
  }

  /** Called for a process that did not become ready. Returns false if it was not a trial. */
  failed({ bubblewrap }: Launch): boolean {
    if (bubblewrap === undefined || this.hasWorked) return false
    this.tries = Math.min(this.tries + 1, mostTries)
    return true
  }
}
