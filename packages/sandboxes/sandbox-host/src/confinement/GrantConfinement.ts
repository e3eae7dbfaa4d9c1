import { basename } from "node:path"
import type { ExecutionGrant, OutsideWord } from "@toolgate/core"
import { type CompiledAccess, compileAccess } from "@toolgate/core/access"
import { type Confinement, type LeftBehind, StartFailure, succeeds } from "@toolgate/processes"
import type { LeftInSession, SessionUse } from "../session/SessionUse.ts"
import { bubblewrapWords } from "./bubblewrapWords.ts"
import type { Excepted } from "./Excepted.ts"
import { anywhere, isInspectedIn, isNamedIn, tellingName, whyOf } from "./exceptedBy.ts"
import { findExcepted } from "./findExcepted.ts"
import { ledTo } from "./inspection/ledTo.ts"
import { startingIn } from "./inspection/startingIn.ts"
import { LockFiles } from "./LockFiles.ts"
import { MissingFiles } from "./MissingFiles.ts"
import { isOwnPlace, MountPlan } from "./MountPlan.ts"
import { identityOf, isSame, PathChanged } from "./PinnedPath.ts"
import { removeEntry } from "./removeEntry.ts"
import { systemMounts } from "./systemMounts.ts"

/**
 * The paths that appeared during a run where its grant allows nothing. Paths excepted from writing were removed, or
 * could not be (`stuck`). Paths excepted only from reading were left.
 */
export interface Appeared extends LeftBehind {
  readonly left: ReadonlyArray<string>
  /** The explanations of the exceptions for the removed and the stuck paths. */
  readonly why: ReadonlyArray<string>
}

/** The paths that a run may have tried to write, and the explanations of their exceptions. */
export interface Met {
  readonly paths: ReadonlyArray<string>
  readonly why: ReadonlyArray<string>
}

/** The grant of a confined run, and the folder in which the run begins. */
interface Confined {
  readonly grant: Pick<ExecutionGrant, "access" | "limits">
  readonly workingFolder: string
  /** The words of the command that lead outside the workspace. */
  readonly words?: ReadonlyArray<OutsideWord>
  /** The temporary folder of the session that the run belongs to. Absent: the run has folders in memory. */
  readonly session?: SessionUse | undefined
}

/** The words with which programs report that a mount kept them from writing. */
const refusals = /Read-only file system|Device or resource busy|cross-device link|\bE(?:ROFS|BUSY|XDEV)\b/

const ledToWritable = (files: CompiledAccess, named: ReadonlyArray<Excepted>): ReadonlyArray<Excepted> =>
  ledTo(named).flatMap(({ path, meant }): ReadonlyArray<Excepted> => {
    const [now, letters] = [files.lettersAt(path), files.lettersAt(path, false, meant)]
    return now === letters ? [] : [{ path, meant, letters, isKept: true }]
  })

/** The confinement of one run under a grant, from before the run begins until nothing of it is left. */
export class GrantConfinement implements Confinement {
  private readonly files: CompiledAccess
  private readonly hosts: ExecutionGrant["access"]["hosts"]
  private readonly session: SessionUse | undefined
  private readonly excepted: ReadonlyArray<Excepted>
  private readonly missing: MissingFiles
  private readonly plan: MountPlan
  private readonly kept: ReadonlyArray<Excepted>
  private readonly lockFiles: LockFiles
  /** Whether the files that were made for the run may stay as they are. */
  private isOfUse = false

  /**
   * Looks for the paths that are excepted now, and pins what is granted. Returns `undefined` if the run was stopped
   * meanwhile.
   */
  static async of(
    confined: Confined,
    systemPaths: ReadonlyArray<string>,
    isStopped: () => boolean
  ): Promise<GrantConfinement | undefined> {
    const files = compileAccess(confined.grant.access.files)
    const named = await findExcepted(files, { atMost: maxExcepted, isStopped })
    if (isStopped()) return undefined
    if (named.length > maxExcepted) throw new TooMuchExcepted(named)
    const excepted = [...named, ...ledToWritable(files, named)]
    if (excepted.some(({ hasPath }) => hasPath === false)) throw new NamelessExcepted()
    return new GrantConfinement(confined, files, systemPaths, excepted)
  }

  private constructor(
    { grant: { access, limits }, workingFolder, session, words }: Confined,
    files: CompiledAccess,
    systemPaths: ReadonlyArray<string>,
    excepted: ReadonlyArray<Excepted>
  ) {
    this.files = files
    this.hosts = access.hosts
    this.session = session
    this.excepted = excepted
    this.missing = new MissingFiles(files.where(({ path }) => !isOwnPlace(path)))
    try {
      const system = systemMounts(systemPaths, limits.memoryBytes, access.hosts, session?.paths)
      session?.enter()
      this.plan = new MountPlan(system, files, excepted, workingFolder, words)
    } catch (error) {
      this.missing.removeEmpty()
      this.missing[Symbol.dispose]()
      throw error
    }
    this.kept = excepted.filter((one) => whyOf(files, [one]).length > 0)
    this.lockFiles = new LockFiles(this.kept.map(({ path }) => path).filter((path) => this.mayHaveMade(path)))
  }

  /** The arguments of bubblewrap. */
  get words(): ReadonlyArray<string> {
    return bubblewrapWords(this.plan, this.hosts)
  }

  /** Returns the problem if something is not mounted as planned, as seen from the first process of the run. */
  problemFor(first: number): StartFailure | undefined {
    const root = `/proc/${first}/root`
    const isHeld = this.plan.mounts.every((mount) => {
      if (!("pin" in mount) || mount.pin === undefined) return true
      const there = identityOf(mount.path, root)
      return there !== undefined && isSame(there, mount.pin) === (mount.kind === "bind")
    })
    return isHeld ? undefined : new PathChanged()
  }

  /** Lets go of the pinned files. What is mounted by now is held by its mount. */
  letGo(): void {
    this.plan[Symbol.dispose]()
  }

  /**
   * Looks for excepted paths again, when nothing of the run is left. A path that was excepted from writing but did not
   * exist at the start could be made all the same. Such a path is removed.
   */
  async leave(hasFailed: boolean): Promise<Appeared> {
    this.isOfUse = !hasFailed
    const { files } = this
    const known = new Map(this.excepted.map(({ path, link }) => [path, link]))
    const removed: Array<string> = []
    const stuck: Array<string> = []
    const left: Array<string> = []
    const why = new Set<string>()
    // Where nothing may be written, nothing can have appeared because of the run.
    const isWritten = files.entries.some(({ mode }) => mode !== "r")
    const follows = (path: string, target: string) => known.get(path) === target
    const found = isWritten ? await findExcepted(files, { follows }) : []
    for (const one of found) {
      const { path, isKept, mayHoldKept, hasPath, link } = one
      const wasThere = known.has(path) && known.get(path) === link
      if (wasThere || !this.mayHaveMade(path)) continue
      if (isKept && hasPath !== false) {
        const isInspected = link === undefined && isInspectedIn(files, one)
        for (const it of isInspected ? startingIn(path, (other) => this.isWritable(other)) : [path]) {
          ;(succeeds(() => removeEntry(it)) ? removed : stuck).push(it)
          for (const said of whyOf(files, [one])) why.add(said)
        }
      } else if (isKept || mayHoldKept) stuck.push(path)
      else left.push(path)
    }
    return { removed, stuck, left, why: [...why] }
  }

  /**
   * Returns the paths that the run tried to write and may not, with the explanations, or `undefined` if there are none:
   * the paths that the run's text names, if the text reports a refused write, and the paths that the run made a lock
   * file for. Called when nothing of the run is left.
   */
  async met(text: string): Promise<Met | undefined> {
    const locked = await this.lockFiles.seen()
    const told = refusals.test(text) ? this.toldIn(text) : []
    const all = this.kept.filter((one) => locked.has(one.path) || told.includes(one))
    return all.length === 0 ? undefined : { paths: all.map(({ path }) => path), why: whyOf(this.files, all) }
  }

  /** Calls `exceeded` with the limit when the run writes more into the temporary folder of its session than that allows. */
  watchSession(exceeded: (atMost: number) => void): void {
    const { session } = this
    session?.watch(() => exceeded(session.atMost))
  }

  /** Looks what the run left in the temporary folder of its session. Called when nothing of the run is left. */
  async leaveSession(): Promise<LeftInSession | undefined> {
    return this.session?.settle(this.files, this.plan.temporaryFolder)
  }

  [Symbol.dispose](): void {
    this.session?.[Symbol.dispose]()
    this.letGo()
    this.lockFiles[Symbol.dispose]()
    if (!this.isOfUse) this.missing.removeEmpty()
    this.missing[Symbol.dispose]()
  }

  /** Returns the excepted paths that a text names. A refused write of which no path is named may be that of any other file. */
  private toldIn(text: string): ReadonlyArray<Excepted> {
    const telling = this.kept.filter(({ path }) => isNamedIn(text, tellingName(path)))
    return telling.length > 0 ? telling : this.kept.filter(({ path }) => isNamedIn(text, basename(path)))
  }

  private isWritable(path: string): boolean {
    return this.files.lettersAt(path).includes("w")
  }

  private mayHaveMade(path: string): boolean {
    return this.files.lettersAt(path.slice(0, path.lastIndexOf("/")) || "/", true).includes("w")
  }
}

/** The error for an excepted path in a granted tree that has no name to except it by. */
class NamelessExcepted extends StartFailure {
  constructor() {
    super(
      "a granted tree holds a name that is not UTF-8, on the path of something that is excepted from the grant; rename it"
    )
  }
}

/** The most paths that may be excepted. More would be too long for one program's arguments. */
const maxExcepted = 1000

/** The error for granted trees of which more is excepted than a confined program can be started with. */
class TooMuchExcepted extends StartFailure {
  /** The message names some of the paths as a policy would name them, wherever they are. */
  constructor(excepted: ReadonlyArray<Excepted>) {
    const patterns = [...new Set(excepted.map(({ path }) => anywhere(path)))].slice(0, 3)
    super(
      `more than ${maxExcepted} files and folders are excepted from its grant, and a confined program cannot be started with so many, such as ${patterns.map((pattern) => JSON.stringify(pattern)).join(", ")}: let it work in a smaller folder, name such patterns in the policy, under "unprotected" if they are protected and under "not_secrets" if they are secret, or change the rules that name them`
    )
  }
}
