import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export interface Swap {
  /** The names, beneath the workspace, of the two things that the attacker swaps. */
  readonly swapped: string
  readonly waiting: string
  /** The name, beneath the outside folder, to which the waiting link leads. Absent when a pipe waits. */
  readonly target?: string
}

/** A workspace, something outside that must not be touched, and a process that swaps the one for the other. */
export class Battlefield implements AsyncDisposable {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-race-")))
  readonly workspace = join(this.base, "ws")
  private readonly outside = join(this.base, "outside")
  private attacker: ChildProcess | undefined

  constructor({ swapped, waiting, target }: Swap) {
    mkdirSync(join(this.workspace, "d/sub"), { recursive: true })
    mkdirSync(join(this.workspace, "top/d/sub"), { recursive: true })
    mkdirSync(join(this.base, "trash"))
    for (const file of ["f", "d/s", "d/sub/s", "top/d/sub/s"]) writeFileSync(join(this.workspace, file), "INSIDE")
    this.restoreOutside()
    if (target === undefined) execFileSync("mkfifo", [join(this.workspace, waiting)])
    else symlinkSync(join(this.outside, target), join(this.workspace, waiting))
    this.swap = [swapped, waiting].map((name) => join(this.workspace, name))
    this.swap.push(target === undefined ? "" : join(this.outside, target), join(this.base, "trash"))
  }
  private readonly swap: Array<string>

  async attack(): Promise<void> {
    const script = fileURLToPath(new URL("attacker.ts", import.meta.url))
    this.attacker = spawn(process.execPath, [script, ...this.swap], { stdio: ["ignore", "pipe", "inherit"] })
    const { stdout } = this.attacker
    if (stdout === null) throw new Error("The attacker has no output.")
    await once(stdout, "data")
  }

  isUntouched(): boolean {
    return picture(this.outside) === untouched
  }

  restoreOutside(): void {
    rmSync(this.outside, { recursive: true, force: true })
    mkdirSync(join(this.outside, "sub"), { recursive: true })
    for (const file of ["s", "SECRETNAME", "sub/s"]) writeFileSync(join(this.outside, file), "SECRET")
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.attacker !== undefined) {
      const ended = once(this.attacker, "exit")
      this.attacker.kill("SIGKILL")
      await ended
    }
    rmSync(this.base, { recursive: true, force: true })
  }
}

const picture = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name)
      return `${entry.name}:${entry.isDirectory() ? `{${picture(path)}}` : readFileSync(path, "utf8")}`
    })
    .sort()
    .join()

const untouched = "SECRETNAME:SECRET,s:SECRET,sub:{s:SECRET}"
