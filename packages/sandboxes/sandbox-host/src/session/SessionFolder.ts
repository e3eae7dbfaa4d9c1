import { createHash } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readdirSync, rmdirSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { tryOrUndefined } from "@toolgate/processes"
import { mergeFolder } from "./mergeFolder.ts"
import { SessionSpace } from "./SessionSpace.ts"

/** The host folders that a command of a session uses. */
export interface SessionPaths {
  readonly tmp: string
  readonly shm: string
  readonly home: string
}

/**
 * The temporary folder of one agent's session. Each tool and each agent has a separate home in it: a program must not
 * read settings that another one left, because it may have been granted more.
 */
export class SessionFolder {
  readonly agent: string
  readonly session: string
  readonly space: SessionSpace
  private readonly place: () => string
  private readonly discard: (path: string) => void
  private path: string | undefined = undefined
  /** Homes in use, or reserved by commands that are about to start. */
  private readonly taken = new Set<string>()
  private running = 0
  private hasEnded = false

  /** `place`: makes the path of the folder. `discard`: removes the folder with its content. */
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
   * Reserves the paths of a command until `giveBack`. `enter` makes the folders. A command that runs beside another of
   * the same tool and agent gets another home, because the other's settings are only checked when it ends.
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

  /** Whether no command uses the folder and the folder does not exist. */
  get isIdle(): boolean {
    return this.running + this.taken.size === 0 && (this.path === undefined || !existsSync(this.path))
  }

  /**
   * Admits a command. First, the homes of ended parallel commands are merged into its home. Returns the paths of files
   * that were renamed because two commands had written them.
   */
  enter(paths: SessionPaths): ReadonlyArray<string> {
    mkdirSync(join(paths.tmp, "home"), { recursive: true, mode: 0o700 })
    for (const path of [paths.shm, paths.home]) mkdirSync(path, { recursive: true, mode: 0o700 })
    if (this.running === 0) resetPermissions(paths)
    const renamed = this.mergeHomes(paths.home)
    this.running++
    return renamed
  }

  /** Called when all processes of an admitted command are gone. A folder far beyond its limit is removed. */
  leave(): void {
    if (--this.running > 0) return
    if (this.hasEnded || this.space.isFull) this.remove()
    else this.removeEmpty()
  }

  /** Removes the folder with its content as soon as no command uses it. */
  end(): void {
    this.hasEnded = true
    if (this.running === 0) this.remove()
  }

  /** Moves the content of unused homes of the same tool and agent into this home. */
  private mergeHomes(home: string): ReadonlyArray<string> {
    const homes = dirname(home)
    const [name = ""] = basename(home).split("-")
    const others = (tryOrUndefined(() => readdirSync(homes)) ?? [])
      .filter((one) => one === name || one.startsWith(`${name}-`))
      .map((one) => join(homes, one))
      .filter((one) => one !== home && !this.taken.has(one))
    return others.flatMap((one) => mergeFolder(one, home))
  }

  // An empty session must not leave folders behind: an app may have thousands of sessions and never end one.
  private removeEmpty(): void {
    const { path } = this
    if (path === undefined) return
    const homes = join(path, "homes")
    for (const home of tryOrUndefined(() => readdirSync(homes)) ?? [])
      tryOrUndefined(() => rmdirSync(join(homes, home)))
    tryOrUndefined(() => rmdirSync(join(path, "tmp", "home")))
    const beneath = [join(path, "tmp"), join(path, "shm"), homes]
    if (beneath.every((folder) => tryOrUndefined(() => readdirSync(folder).length) === 0)) this.remove()
  }

  private remove(): void {
    const { path } = this
    if (path !== undefined && existsSync(path)) this.discard(path)
    this.space.bytes = 0
  }
}

/** Resets the permissions of the folders. A command can lock a folder for itself, but not for later commands. */
export const resetPermissions = ({ tmp, shm, home }: SessionPaths): void => {
  for (const path of [tmp, shm]) tryOrUndefined(() => chmodSync(path, 0o1777))
  tryOrUndefined(() => chmodSync(home, 0o700))
}
