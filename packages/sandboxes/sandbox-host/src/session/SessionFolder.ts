import { createHash } from "node:crypto"
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { StartFailure, succeeds, tried } from "@toolgate/processes"

/** The names directly beneath "/tmp" at which a command has something of the machine, and what stands there. */
export type TemporaryPoints = ReadonlyMap<string, "file" | "folder">

/** The folders of the machine that a command of a session has as its own. */
export interface SessionPaths {
  readonly tmp: string
  readonly shm: string
  readonly home: string
}

/**
 * The temporary folder of one session. Each tool has a home of its own in it for each agent: what one
 * left among its settings is never read by another one, which may have been granted more.
 *
 * Programs of the session may write in "/tmp", and could put a link where the next command is to find a folder of the
 * machine. So every command has a mount at every such name while another one runs, which nobody can move: a name is
 * added only while no command runs.
 */
export class SessionFolder {
  readonly session: string
  private readonly place: () => string
  private readonly discard: (path: string) => void
  private path: string | undefined = undefined
  private readonly points = new Map<string, "file" | "folder">()
  /** The points that were made for the commands that run now. */
  private readonly made = new Set<string>()
  /** The homes of the commands that run, or are about to. */
  private readonly taken = new Set<string>()
  private running = 0
  private waiting = 0
  private hasEnded = false
  /** Settles when every command that came before has entered. */
  private entering: Promise<unknown> = Promise.resolve()

  /** `place`: makes the path of the folder. `discard`: removes the folder with everything in it. */
  constructor(session: string, place: () => string, discard: (path: string) => void) {
    this.session = session
    this.place = place
    this.discard = discard
  }

  /**
   * Takes the paths that a command will have, until `giveBack`. The folders exist from `enter` on. A command that runs beside another
   * one of its tool and its agent has another home: what the other one put among its settings is looked at only when that ends.
   */
  takePaths(tool: string, agent: string): SessionPaths {
    const { path = this.place() } = this
    this.path = path
    const name = createHash("sha256")
      .update(JSON.stringify([tool, agent]))
      .digest("hex")
      .slice(0, 32)
    let home = join(path, "homes", name)
    for (let beside = 1; this.taken.has(home); beside++) home = join(path, "homes", `${name}-${beside}`)
    this.taken.add(home)
    return { tmp: join(path, "tmp"), shm: join(path, "shm"), home }
  }

  giveBack({ home }: SessionPaths): void {
    this.taken.delete(home)
  }

  /** Whether no command uses the folder, and nothing is in it. */
  get isIdle(): boolean {
    return this.running + this.waiting + this.taken.size === 0 && (this.path === undefined || !existsSync(this.path))
  }

  /**
   * Lets a command in, which has something of the machine at these names. Waits for its turn. Resolves with all points
   * at which the command needs a mount, or with `undefined` if it was stopped meanwhile.
   */
  enter(paths: SessionPaths, needed: TemporaryPoints, isStopped: () => boolean): Promise<TemporaryPoints | undefined> {
    this.waiting++
    const entered = this.entering
      .then(() => this.enterNext(paths, needed, isStopped))
      .finally(() => {
        this.waiting--
      })
    this.entering = entered.catch(() => {})
    return entered
  }

  /** Called when nothing of a command is left that was let in. */
  leave(): void {
    if (--this.running > 0) return
    this.removePoints()
    if (this.hasEnded) this.remove()
    else this.removeEmpty()
  }

  /** Removes the folder with everything in it, as soon as no command uses it. */
  end(): void {
    this.hasEnded = true
    if (this.running === 0) this.remove()
  }

  private async enterNext(
    paths: SessionPaths,
    needed: TemporaryPoints,
    isStopped: () => boolean
  ): Promise<TemporaryPoints | undefined> {
    while (this.running > 0 && [...needed.keys()].some((name) => !this.points.has(name))) {
      if (isStopped()) return undefined
      await delay(untilNextLook, undefined, { ref: false })
    }
    if (isStopped()) return undefined
    mkdirSync(join(paths.home, ".."), { recursive: true, mode: 0o700 })
    for (const path of [paths.tmp, paths.shm, paths.home]) tried(() => mkdirSync(path, { mode: 0o700 }))
    if (this.running === 0) openFolders(paths)
    try {
      for (const [name, kind] of needed) this.makePoint(paths.tmp, name, kind)
    } catch (error) {
      if (this.running === 0) this.removePoints()
      throw error
    }
    this.running++
    return new Map(this.points)
  }

  private makePoint(tmp: string, name: string, kind: "file" | "folder"): void {
    if (this.points.has(name)) return
    const at = join(tmp, name)
    if (succeeds(() => (kind === "folder" ? mkdirSync(at) : writeFileSync(at, "", { flag: "wx" })))) this.made.add(at)
    const stats = lstatSync(at)
    if (kind === "folder" ? !stats.isDirectory() : !stats.isFile()) throw new PointTaken(`/tmp/${name}`)
    this.points.set(name, kind)
  }

  private removePoints(): void {
    for (const at of this.made) if (!succeeds(() => rmdirSync(at))) tried(() => unlinkSync(at))
    this.made.clear()
    this.points.clear()
  }

  // A session that left nothing costs nothing: an app may have thousands of sessions and never end one.
  private removeEmpty(): void {
    const { path } = this
    if (path === undefined) return
    const homes = join(path, "homes")
    for (const home of tried(() => readdirSync(homes)) ?? []) tried(() => rmdirSync(join(homes, home)))
    const beneath = [join(path, "tmp"), join(path, "shm"), homes]
    if (beneath.every((folder) => tried(() => readdirSync(folder).length) === 0)) this.remove()
  }

  private remove(): void {
    const { path } = this
    if (path !== undefined && existsSync(path)) this.discard(path)
  }
}

/** Gives the folders their modes. A command can close a folder for itself, but not for those that come after it. */
export const openFolders = ({ tmp, shm, home }: SessionPaths): void => {
  for (const path of [tmp, shm]) tried(() => chmodSync(path, 0o1777))
  tried(() => chmodSync(home, 0o700))
}

/** The milliseconds between two looks whether the running commands have ended. */
const untilNextLook = 20

/** The error for something that a session put in its "/tmp" where a later command has something of the machine. */
class PointTaken extends StartFailure {
  constructor(path: string) {
    super(
      `its session has put something at "${path}", where this call has a file or folder of the machine; remove it there`
    )
  }
}
