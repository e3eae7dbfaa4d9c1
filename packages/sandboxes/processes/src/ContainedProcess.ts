import { randomUUID } from "node:crypto"
import type { Readable } from "node:stream"
import type { Confinement, Confiner } from "./Confinement.ts"
import type { Exit } from "./Exit.ts"
import { type Launched, type LauncherInput, launch } from "./launch/launch.ts"
import type { Pipe } from "./launch/Pipes.ts"
import { type LauncherReport, StartBarrier } from "./launch/StartBarrier.ts"
import { longestTimer } from "./limits/Deadlines.ts"
import type { LimitEnforcer } from "./limits/LimitEnforcer.ts"
import type { ProcessHost } from "./ProcessHost.ts"
import { pollUntil } from "./pollUntil.ts"
import { type StartFailure, wrapStartFailure } from "./StartFailure.ts"
import { ConfinedTree } from "./tree/ConfinedTree.ts"
import { LooseTree } from "./tree/LooseTree.ts"
import type { ProcessTree } from "./tree/ProcessTree.ts"
import { tryOrUndefined } from "./tryOrUndefined.ts"

/** Everything that is needed to start a process. */
export interface ProcessParts
  extends Pick<LauncherInput, "words" | "environment" | "workingFolder" | "input" | "channel"> {
  /** Makes the confinement. Absent: the process runs with all rights of the current user. */
  readonly confine: Confiner["confine"] | undefined
}

/** The pid and streams of a launched process. */
export interface ProcessStreams {
  /** The pid of the process, or of its launcher if the process is confined. */
  readonly pid: number
  readonly stdout: Readable
  readonly stderr: Readable
  readonly channel: Launched["channel"]
}

/** Receives the events of a process. Either `exited` or `broke` is called last, exactly once. */
export interface ProcessOwner {
  /** Whether the owner has been asked to stop. The program then does not begin. */
  readonly isStopped: boolean
  /** Called with the streams of the process, unless the launch fails. */
  launched(streams: ProcessStreams): void
  /**
   * Called when everything is ready. Returns false to prevent the program from beginning. `isFound`: whether the
   * program exists.
   */
  begins(isFound: boolean): boolean
  /** Called when the mounts differ from the plan. The program does not begin. */
  isNotHeld(failure: StartFailure): void
  /**
   * Called when a limit is reached. The owner has to end a process that exceeds its wall time. A process that exceeds
   * its processor time is killed.
   */
  exceeds(limit: "wallMs" | "cpuMs"): void
  exited(exit: Exit): void
  broke(cause: unknown): void
}

/** A running program and all its children, with their namespaces, cgroups and limits. */
export class ContainedProcess implements Disposable {
  /** Absent until the confinement is made, and for an unconfined process. */
  confinement: Confinement | undefined = undefined
  private readonly host: ProcessHost
  private readonly limits: LimitEnforcer
  private readonly owner: ProcessOwner
  private tree: ProcessTree | undefined = undefined
  private grace: ReturnType<typeof setTimeout> | undefined = undefined
  private graceEnds = Number.POSITIVE_INFINITY

  constructor(host: ProcessHost, limits: LimitEnforcer, owner: ProcessOwner) {
    this.host = host
    this.limits = limits
    this.owner = owner
  }

  /**
   * Launches the process. An unconfined program begins at once; a confined program begins after its mounts are checked.
   * Resolves with false if the owner is stopped first and nothing was started. Rejects if the launch fails, with a
   * `StartFailure` for a cause that the caller should see.
   *
   * `timedFrom`: when the wall time began, if earlier than the program.
   */
  async start(parts: ProcessParts, timedFrom?: number): Promise<boolean> {
    const { owner, host } = this
    if (timedFrom !== undefined && !owner.isStopped) this.watchTime(timedFrom)
    try {
      if (!owner.isStopped) this.confinement = await parts.confine?.(parts.workingFolder, () => owner.isStopped)
      const pipes = owner.isStopped ? undefined : await host.pipes.take(parts.channel === "stdio" ? 3 : 2)
      // Never start a process unconfined because its confinement is missing.
      if (owner.isStopped || (parts.confine !== undefined && this.confinement === undefined)) {
        host.pipes.giveBack(pipes)
        return false
      }
      this.launch(parts, pipes, timedFrom !== undefined)
      return true
    } catch (cause) {
      throw wrapStartFailure(cause)
    }
  }

  /** Asks every process to end, and kills the rest after the grace. After several calls, the shortest grace counts. */
  stop(graceMs: number): void {
    this.limits.unwatch()
    const ends = performance.now() + graceMs
    if (this.tree === undefined || ends >= this.graceEnds) return
    if (this.grace === undefined) this.tree.terminate()
    clearTimeout(this.grace)
    this.graceEnds = ends
    this.grace = setTimeout(() => this.kill(), Math.min(graceMs, longestTimer))
  }

  kill(): void {
    this.limits.unwatch()
    clearTimeout(this.grace)
    this.grace = undefined
    this.graceEnds = 0
    this.tree?.kill()
    this.limits.hurry()
  }

  /** Called when the program has ended. Its remaining children get the rest of the grace and are then killed. */
  async leave(): Promise<void> {
    await pollUntil(() => this.grace === undefined || this.isGone)
    this.kill()
  }

  /** Resolves with true when every process of a killed program is gone, and with false after this time. */
  async gone(patienceMs: number): Promise<boolean> {
    const until = performance.now() + patienceMs
    await pollUntil(() => this.isGone || performance.now() >= until)
    return this.isGone
  }

  [Symbol.dispose](): void {
    this.limits.unwatch()
    tryOrUndefined(() => this.confinement?.[Symbol.dispose]())
  }

  private get isGone(): boolean {
    return this.tree?.isGone ?? true
  }

  private launch(parts: ProcessParts, pipes: ReadonlyArray<Pipe> | undefined, isTimed: boolean): void {
    const { host, limits, owner, confinement } = this
    const isConfined = confinement !== undefined
    const cgroup = limits.enter(host.cgroups())
    const marker = isConfined || cgroup.holdsProcesses ? undefined : randomUUID()
    const launched = launch({
      ...parts,
      pipes,
      doors: cgroup.doors,
      rlimits: limits.rlimits,
      environment: { ...parts.environment, ...(marker === undefined ? {} : { [markerName]: marker }) },
      bubblewrap: isConfined ? [host.bubblewrap.program ?? "bwrap", ...confinement.words] : undefined
    })
    const { child, stdout, stderr, channel } = launched
    child.on("error", (cause) => owner.broke(wrapStartFailure(cause)))
    const { pid } = child
    if (pid === undefined) {
      for (const stream of [stdout, stderr, channel?.reader, channel?.writer]) stream?.destroy()
      return
    }
    child.on("exit", (status, signal) => owner.exited({ status, signal }))
    owner.launched({ pid, stdout, stderr, channel })
    this.tree = isConfined
      ? this.waitAtBarrier(launched, confinement, isTimed)
      : new LooseTree(child, pid, cgroup, `${markerName}=${marker}`)
    if (!isConfined) this.begins(true, isTimed)
  }

  private begins(isFound: boolean, isTimed: boolean): boolean {
    const { owner, limits } = this
    if (!owner.begins(isFound)) return false
    // `begins` may have stopped the owner.
    if (owner.isStopped) return true
    if (!isTimed) this.watchTime(performance.now())
    limits.watchProcessorTime(() => {
      owner.exceeds("cpuMs")
      this.kill()
    })
    return true
  }

  private watchTime(from: number): void {
    this.limits.watchTime(from, () => this.owner.exceeds("wallMs"))
  }

  private waitAtBarrier({ child, barrier }: Launched, confinement: Confinement, isTimed: boolean): ProcessTree {
    const tree = new ConfinedTree(child)
    if (barrier === undefined) return tree
    const arrived = async (first: number, { isFound, holdsProcesses }: LauncherReport) => {
      await this.limits.holdProcesses(first, holdsProcesses)
      tree.isReady()
      const problem = confinement.problemFor(first)
      confinement.letGo()
      if (problem !== undefined) this.owner.isNotHeld(problem)
      if (problem === undefined && this.begins(isFound, isTimed)) house.open()
      else this.kill()
    }
    const broken = (cause: unknown) => {
      this.kill()
      this.owner.broke(cause)
    }
    const house = new StartBarrier(barrier, {
      made: (first) => tree.isIn(first),
      arrived: (first, said) => void arrived(first, said).catch(broken)
    })
    return tree
  }
}

/** The environment variable that marks the children of an unconfined run, so that they can be found. */
const markerName = "TOOLGATE_RUN"
