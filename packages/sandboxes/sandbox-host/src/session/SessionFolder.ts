import { createHash } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readdirSync, rmdirSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { tried } from "@toolgate/processes"
import { mergeFolder } from "./mergeFolder.ts"
import { SessionSpace } from "./SessionSpace.ts"

/** The folders of the machine that a command of a session has as its own. */
export interface SessionPaths {
  readonly tmp: string
  readonly shm: string
  readonly home: string
}

/**
 * The temporary folder of one session of one agent. Each tool has a home of its own in it for each agent: what one
 * left among its settings is never read by another one, which may have been granted more.
 */
export class SessionFolder {
  readonly agent: string
  readonly session: string
  readonly space: SessionSpace
  private readonly place: () => string
  private readonly discard: (path: string) => void
  private path: string | undefined = undefined
  /** The homes of the commands that run, or are about to. */
  private readonly taken = new Set<string>()
  private running = 0
  private hasEnded = false

  /** `place`: makes the path of the folder. `discard`: removes the folder with everything in it. */
  constructor(
    { agent, session }: { readonly agent: string; readonly session: string },
    atMost: number,
    place: () => string,
    discard: (path: string) => void
  ) {
    this.agent = agent
    this.session = session
    this.space = new SessionSpace(() => this.path, atMost)
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
    return this.running + this.taken.size === 0 && (this.path === undefined || !existsSync(this.path))
  }

  /**
   * Lets a command in. Its home then has what commands left that ran beside another one. Returns the paths of files
   * that were kept under another name, because two commands wrote them at the same time.
   */
  enter(paths: SessionPaths): ReadonlyArray<string> {
    mkdirSync(join(paths.tmp, "home"), { recursive: true, mode: 0o700 })
    for (const path of [paths.shm, paths.home]) mkdirSync(path, { recursive: true, mode: 0o700 })
    if (this.running === 0) openFolders(paths)
    const renamed = this.mergeHomes(paths.home)
    this.running++
    return renamed
  }

  /** Called when nothing of a command is left that was let in. A folder that holds far too much is removed. */
  leave(): void {
    if (--this.running > 0) return
    if (this.hasEnded || this.space.isFull) this.remove()
    else this.removeEmpty()
  }

  /** Removes the folder with everything in it, as soon as no command uses it. */
  end(): void {
    this.hasEnded = true
    if (this.running === 0) this.remove()
  }

  /** Moves what is in the other homes of the same tool and agent into a home, unless a command uses them. */
  private mergeHomes(home: string): ReadonlyArray<string> {
    const homes = dirname(home)
    const [name = ""] = basename(home).split("-")
    const others = (tried(() => readdirSync(homes)) ?? [])
      .filter((one) => one === name || one.startsWith(`${name}-`))
      .map((one) => join(homes, one))
      .filter((one) => one !== home && !this.taken.has(one))
    return others.flatMap((one) => mergeFolder(one, home))
  }

  // A session that left nothing costs nothing: an app may have thousands of sessions and never end one.
  private removeEmpty(): void {
    const { path } = this
    if (path === undefined) return
    const homes = join(path, "homes")
    for (const home of tried(() => readdirSync(homes)) ?? []) tried(() => rmdirSync(join(homes, home)))
    tried(() => rmdirSync(join(path, "tmp", "home")))
    const beneath = [join(path, "tmp"), join(path, "shm"), homes]
    if (beneath.every((folder) => tried(() => readdirSync(folder).length) === 0)) this.remove()
  }

  private remove(): void {
    const { path } = this
    if (path !== undefined && existsSync(path)) this.discard(path)
    this.space.bytes = 0
  }
}

/** Gives the folders their modes. A command can close a folder for itself, but not for those that come after it. */
export const openFolders = ({ tmp, shm, home }: SessionPaths): void => {
  for (const path of [tmp, shm]) tried(() => chmodSync(path, 0o1777))
  tried(() => chmodSync(home, 0o700))
}
