import { randomUUID } from "node:crypto"
import type { Readable } from "node:stream"
import type { Confinement, Confiner } from "./Confinement.ts"
import type { Exit } from "./Exit.ts"
import { Gatehouse, type Said } from "./launch/Gatehouse.ts"
import { type Launch, type Launched, launch } from "./launch/launch.ts"
import type { Pipe } from "./launch/Pipes.ts"
import { longestTimer } from "./limits/Deadlines.ts"
import type { HeldLimits } from "./limits/HeldLimits.ts"
import type { ProcessHost } from "./ProcessHost.ts"
import { type StartFailure, startFailure } from "./StartFailure.ts"
import { ConfinedTree } from "./tree/ConfinedTree.ts"
import { LooseTree } from "./tree/LooseTree.ts"
import type { ProcessTree } from "./tree/ProcessTree.ts"
import { tried } from "./tried.ts"
import { untilSo } from "./untilSo.ts"

/** The parts from which a process is started. */
export interface ProcessParts extends Pick<Launch, "words" | "environment" | "workingFolder" | "input" | "channel"> {
  /**
   * Prepares the confinement that holds the process. Without a confinement, the process has all the rights of this
   * user.
   */
  readonly confine: Confiner["confine"] | undefined
}

/** The streams of a launched process. */
export interface ProcessStreams {
  /** The number of the process, or of its launcher if the process is confined. */
  readonly pid: number
  readonly stdout: Readable
  readonly stderr: Readable
  readonly channel: Launched["channel"]
}

/** The owner of a held process. Either `exited` or `broke` is called, once and last. */
export interface ProcessOwner {
  /** Whether the owner was told to stop, so that the program must not begin any more. */
  readonly isStopped: boolean
  /** Called with the streams of the process, unless it could not be launched. */
  launched(streams: ProcessStreams): void
  /**
   * Called when everything is prepared. Returns false if the program must not begin. `isFound`: whether the program
   * exists.
   */
  begins(isFound: boolean): boolean
  /** Called when the process would not see what it should see. The program then does not begin. */
  isNotHeld(failure: StartFailure): void
  /**
   * Called when a limit is used up. Ending a process whose wall time is up is the owner's task. A process that used up
   * its processor time is killed.
   */
  exceeds(limit: "wallMs" | "cpuMs"): void
  exited(exit: Exit): void
  broke(cause: unknown): void
}

/** A program with everything that it starts, from its launcher on, in what holds it: namespaces, cgroups, limits. */
export class HeldProcess implements Disposable {
  /** The confinement. Absent until it is made, and for an unconfined process. */
  confinement: Confinement | undefined = undefined
  private readonly host: ProcessHost
  private readonly limits: HeldLimits
  private readonly owner: ProcessOwner
  private tree: ProcessTree | undefined = undefined
  private grace: ReturnType<typeof setTimeout> | undefined = undefined
  private graceEnds = Number.POSITIVE_INFINITY

  constructor(host: ProcessHost, limits: HeldLimits, owner: ProcessOwner) {
    this.host = host
    this.limits = limits
    this.owner = owner
  }

  /**
   * Launches the process. An unconfined program begins at once, and a confined program begins when the mounts are as
   * planned. Resolves with false if the owner was told to stop before, and nothing was started. Rejects if the process
   * cannot be launched, with a `StartFailure` if the caller should know the cause.
   *
   * `timedFrom`: the time when the wall time began, if that is not when the program begins.
   */
  async start(parts: ProcessParts, timedFrom?: number): Promise<boolean> {
    const { owner, host } = this
    if (timedFrom !== undefined && !owner.isStopped) this.watchTime(timedFrom)
    try {
      if (!owner.isStopped) this.confinement = await parts.confine?.(parts.workingFolder, () => owner.isStopped)
      const pipes = owner.isStopped ? undefined : await host.pipes.take(parts.channel === "stdio" ? 3 : 2)
      // A process that should be confined and is not must not start, whatever the reason.
      if (owner.isStopped || (parts.confine !== undefined && this.confinement === undefined)) {
        host.pipes.giveBack(pipes)
        return false
      }
      this.launch(parts, pipes, timedFrom !== undefined)
      return true
    } catch (cause) {
      throw startFailure(cause)
    }
  }

  /** Asks every process to end, and kills what is left after the grace. If called again, the shorter grace counts. */
  stop(graceMs: number): void {
    this.limits.unwatch()
    const ends = performance.now() + graceMs
    if (this.tree === undefined || ends >= this.graceEnds) return
    if (this.grace === undefined) this.tree.terminate()
    clearTimeout(this.grace)
    this.graceEnds = ends
    this.grace = setTimeout(() => this.kill(), Math.min(graceMs, longestTimer))
  }

  /** Kills every process now. */
  kill(): void {
    this.limits.unwatch()
    clearTimeout(this.grace)
    this.grace = undefined
    this.graceEnds = 0
    this.tree?.kill()
    this.limits.hurry()
  }

  /**
   * Called when the program itself has ended. Everything else that it started has the rest of the grace, and ends with
   * it.
   */
  async leave(): Promise<void> {
    await untilSo(() => this.grace === undefined || this.isGone)
    this.kill()
  }

  /**
   * Resolves with true when nothing of a killed program is left, and with false if something is left after this time.
   */
  async gone(patienceMs: number): Promise<boolean> {
    const until = performance.now() + patienceMs
    await untilSo(() => this.isGone || performance.now() >= until)
    return this.isGone
  }

  [Symbol.dispose](): void {
    this.limits.unwatch()
    tried(() => this.confinement?.[Symbol.dispose]())
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
    child.on("error", (cause) => owner.broke(startFailure(cause)))
    const { pid } = child
    if (pid === undefined) {
      for (const stream of [stdout, stderr, channel?.reader, channel?.writer]) stream?.destroy()
      return
    }
    child.on("exit", (status, signal) => owner.exited({ status, signal }))
    owner.launched({ pid, stdout, stderr, channel })
    this.tree = isConfined
      ? this.atGatehouse(launched, confinement, isTimed)
      : new LooseTree(child, pid, cgroup, `${markerName}=${marker}`)
    if (!isConfined) this.begins(true, isTimed)
  }

  private begins(isFound: boolean, isTimed: boolean): boolean {
    const { owner, limits } = this
    if (!owner.begins(isFound)) return false
    // The owner may stop the process right when it hears that the process has begun.
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

  private atGatehouse({ child, gatehouse }: Launched, confinement: Confinement, isTimed: boolean): ProcessTree {
    const tree = new ConfinedTree(child)
    if (gatehouse === undefined) return tree
    const arrived = async (first: number, { isFound, holdsProcesses }: Said) => {
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
    const house = new Gatehouse(gatehouse, {
      made: (first) => tree.isIn(first),
      arrived: (first, said) => void arrived(first, said).catch(broken)
    })
    return tree
  }
}

/** The variable that marks every process that this process started. It has no other meaning. */
const markerName = "TOOLGATE_RUN"
