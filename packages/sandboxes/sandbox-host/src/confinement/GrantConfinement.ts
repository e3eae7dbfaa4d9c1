import { basename } from "node:path"
import type { ExecutionGrant, OutsideWord } from "@toolgate/core"
import { type CompiledAccess, compileAccess } from "@toolgate/core/access"
import { type Confinement, type LeftBehind, StartFailure, succeeds } from "@toolgate/processes"
import type { LeftInSession, SessionUse } from "../session/SessionUse.ts"
import { buildBubblewrapWords } from "./buildBubblewrapWords.ts"
import { buildSystemMounts } from "./buildSystemMounts.ts"
import type { ExceptedPath } from "./ExceptedPath.ts"
import { buildAnywherePattern, isInspected, listExplanations, mentionsName, shortenPath } from "./exceptedBy.ts"
import { findExcepted } from "./findExcepted.ts"
import { findReferencedConfig } from "./inspection/findReferencedConfig.ts"
import { findStartingEntries } from "./inspection/findStartingEntries.ts"
import { LockFiles } from "./LockFiles.ts"
import { MissingFiles } from "./MissingFiles.ts"
import { isCommandFolder, MountPlan } from "./MountPlan.ts"
import { getIdentity, isSameFile, PathChanged } from "./PinnedPath.ts"
import { removeEntry } from "./removeEntry.ts"

/**
 * Files that appeared during a run against its grant. Files excepted from writing were removed, or could not be
 * (`stuck`). Files excepted only from reading remain (`left`).
 */
export interface AppearedFiles extends LeftBehind {
  readonly left: ReadonlyArray<string>
  /** The explanations of the exceptions of removed and stuck files. */
  readonly why: ReadonlyArray<string>
}

/** Paths that a run probably tried to write, and the explanations of their exceptions. */
export interface RefusedWrites {
  readonly paths: ReadonlyArray<string>
  readonly why: ReadonlyArray<string>
}

/** The grant of a confined run, and its working folder. */
interface Confined {
  readonly grant: Pick<ExecutionGrant, "access" | "limits">
  readonly workingFolder: string
  /** Words of the command that refer to paths outside the workspace. */
  readonly words?: ReadonlyArray<OutsideWord>
  /** The temporary folder of the run's session. Absent: folders in memory. */
  readonly session?: SessionUse | undefined
}

/** Messages of programs whose write failed because of a mount. */
const refusals = /Read-only file system|Device or resource busy|cross-device link|\bE(?:ROFS|BUSY|XDEV)\b/

const ledToWritable = (files: CompiledAccess, named: ReadonlyArray<ExceptedPath>): ReadonlyArray<ExceptedPath> =>
  findReferencedConfig(named).flatMap(({ path, meant }): ReadonlyArray<ExceptedPath> => {
    const [now, letters] = [files.lettersAt(path), files.lettersAt(path, false, meant)]
    return now === letters ? [] : [{ path, meant, letters, isKept: true }]
  })

/** The confinement of one run under a grant, from before its start until all its processes are gone. */
export class GrantConfinement implements Confinement {
  private readonly files: CompiledAccess
  private readonly hosts: ExecutionGrant["access"]["hosts"]
  private readonly session: SessionUse | undefined
  private readonly excepted: ReadonlyArray<ExceptedPath>
  private readonly missing: MissingFiles
  private readonly plan: MountPlan
  private readonly kept: ReadonlyArray<ExceptedPath>
  private readonly lockFiles: LockFiles
  /** Whether to keep the empty files that were made for the run. */
  private isOfUse = false

  /** Finds the excepted paths and pins the granted files. Returns `undefined` if the run is stopped meanwhile. */
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
    excepted: ReadonlyArray<ExceptedPath>
  ) {
    this.files = files
    this.hosts = access.hosts
    this.session = session
    this.excepted = excepted
    this.missing = new MissingFiles(files.where(({ path }) => !isCommandFolder(path)))
    try {
      const system = buildSystemMounts(systemPaths, limits.memoryBytes, access.hosts, session?.paths)
      session?.enter()
      this.plan = new MountPlan(system, files, excepted, workingFolder, words)
    } catch (error) {
      this.missing.removeEmpty()
      this.missing[Symbol.dispose]()
      throw error
    }
    this.kept = excepted.filter((one) => listExplanations(files, [one]).length > 0)
    this.lockFiles = new LockFiles(this.kept.map(({ path }) => path).filter((path) => this.mayHaveMade(path)))
  }

  get words(): ReadonlyArray<string> {
    return buildBubblewrapWords(this.plan, this.hosts)
  }

  /** Compares the mounts that the run's first process sees with the plan. Returns the first difference. */
  problemFor(first: number): StartFailure | undefined {
    const root = `/proc/${first}/root`
    const isHeld = this.plan.mounts.every((mount) => {
      if (!("pin" in mount) || mount.pin === undefined) return true
      const there = getIdentity(mount.path, root)
      return there !== undefined && isSameFile(there, mount.pin) === (mount.kind === "bind")
    })
    return isHeld ? undefined : new PathChanged()
  }

  /** Releases the pinned files. After the start, the mounts hold them. */
  letGo(): void {
    this.plan[Symbol.dispose]()
  }

  /**
   * Searches for excepted paths again after all processes have ended, and removes those excepted from writing. A path
   * that did not exist at the start could not be mounted over, so the run could make it.
   */
  async leave(hasFailed: boolean): Promise<AppearedFiles> {
    this.isOfUse = !hasFailed
    const { files } = this
    const known = new Map(this.excepted.map(({ path, link }) => [path, link]))
    const removed: Array<string> = []
    const stuck: Array<string> = []
    const left: Array<string> = []
    const why = new Set<string>()
    // A run without write access cannot have made anything.
    const isWritten = files.entries.some(({ mode }) => mode !== "r")
    const follows = (path: string, target: string) => known.get(path) === target
    const found = isWritten ? await findExcepted(files, { follows }) : []
    for (const one of found) {
      const { path, isKept, mayHoldKept, hasPath, link } = one
      const wasThere = known.has(path) && known.get(path) === link
      if (wasThere || !this.mayHaveMade(path)) continue
      if (isKept && hasPath !== false) {
        const isHarmless = link === undefined && isInspected(files, one)
        for (const it of isHarmless ? findStartingEntries(path, (other) => this.isWritable(other)) : [path]) {
          ;(succeeds(() => removeEntry(it)) ? removed : stuck).push(it)
          for (const said of listExplanations(files, [one])) why.add(said)
        }
      } else if (isKept || mayHoldKept) stuck.push(path)
      else left.push(path)
    }
    return { removed, stuck, left, why: [...why] }
  }

  /**
   * Returns the excepted paths that the run tried to write, with the explanations, or `undefined`. A path counts if the
   * run's text reports a refused write and names the path, or if the run made a lock file for it. Call this after all
   * processes have ended.
   */
  async met(text: string): Promise<RefusedWrites | undefined> {
    const locked = await this.lockFiles.seen()
    const told = refusals.test(text) ? this.toldIn(text) : []
    const all = this.kept.filter((one) => locked.has(one.path) || told.includes(one))
    return all.length === 0 ? undefined : { paths: all.map(({ path }) => path), why: listExplanations(this.files, all) }
  }

  /** Calls `exceeded` with the limit when the run writes too much into its session's temporary folder. */
  watchSession(exceeded: (atMost: number) => void): void {
    const { session } = this
    session?.watch(() => exceeded(session.atMost))
  }

  /** Checks what the run left in its session's temporary folder. Call this after all processes have ended. */
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

  /** Returns the excepted paths that a text names. A refused write without a named path may concern any file. */
  private toldIn(text: string): ReadonlyArray<ExceptedPath> {
    const telling = this.kept.filter(({ path }) => mentionsName(text, shortenPath(path)))
    return telling.length > 0 ? telling : this.kept.filter(({ path }) => mentionsName(text, basename(path)))
  }

  private isWritable(path: string): boolean {
    return this.files.lettersAt(path).includes("w")
  }

  private mayHaveMade(path: string): boolean {
    return this.files.lettersAt(path.slice(0, path.lastIndexOf("/")) || "/", true).includes("w")
  }
}

/** A granted tree contains an excepted path that cannot be mounted over, because its name is not UTF-8. */
class NamelessExcepted extends StartFailure {
  constructor() {
    super("a granted folder contains a protected file whose path is not UTF-8; rename it")
  }
}

/** More paths would exceed the system's limit on arguments. */
const maxExcepted = 1000

/** The granted trees contain more exceptions than one confined program can be started with. */
class TooMuchExcepted extends StartFailure {
  /** The message lists some paths as patterns for the policy. */
  constructor(excepted: ReadonlyArray<ExceptedPath>) {
    const patterns = [...new Set(excepted.map(({ path }) => buildAnywherePattern(path)))].slice(0, 3)
    super(
      `its grant protects more than ${maxExcepted} files and folders, such as ${patterns.map((pattern) => JSON.stringify(pattern)).join(", ")}; use a smaller folder, list such patterns in the policy (protected files under "unprotected", secret files under "not_secrets"), or change the rules that name them`
    )
  }
}
