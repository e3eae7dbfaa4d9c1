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

/** What a process is started from. */
export interface ProcessParts extends Pick<Launch, "words" | "environment" | "workingFolder" | "input" | "channel"> {
  /** Prepares the confinement that holds the process. Without one it has all the rights of this user. */
  readonly confine: Confiner["confine"] | undefined
}

/** Where a process that was launched can be heard and spoken to. */
export interface ProcessStreams {
  /** Of a confined one, that of its launcher. */
  readonly pid: number
  readonly stdout: Readable
  readonly stderr: Readable
  readonly channel: Launched["channel"]
}

/** Whoever a process is held for. `exited` or `broke` comes once, and last. */
export interface ProcessOwner {
  /** It was told to stop, so that its program must not begin any more. */
  readonly isStopped: boolean
  /** Not told of a process that could not be launched. */
  launched(streams: ProcessStreams): void
  /** Everything is prepared. False: the program must not begin. `isFound`: whether there is such a program. */
  begins(isFound: boolean): boolean
  /** What it was to see is not what is there, and it does not begin. */
  isNotHeld(failure: StartFailure): void
  /** A limit is used up: of its time, which is for its owner to end, or of its processor time, of which it is killed. */
  exceeds(limit: "wallMs" | "cpuMs"): void
  exited(exit: Exit): void
  broke(cause: unknown): void
}

/** A program with all that it starts, from its launcher on, in what holds them: namespaces, cgroups, limits. */
export class HeldProcess implements Disposable {
  /** Absent before it is made, and of a process that is not confined. */
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
   * Launches it. An unconfined program begins meanwhile, a confined one when what is mounted is what was to be. False: it was told to
   * stop before, and nothing was started. Rejects, with a `StartFailure` where the cause is for whoever starts it to know, if it cannot
   * be launched.
   *
   * `timedFrom`: when its time began, where that is not when its program begins.
   */
  async start(parts: ProcessParts, timedFrom?: number): Promise<boolean> {
    const { owner, host } = this
    if (timedFrom !== undefined && !owner.isStopped) this.watchTime(timedFrom)
    try {
      if (!owner.isStopped) this.confinement = await parts.confine?.(parts.workingFolder, () => owner.isStopped)
      const pipes = owner.isStopped ? undefined : await host.pipes.take(parts.channel === "stdio" ? 3 : 2)
      // What is to be confined and is not must not start, whatever the reason.
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

  /** Asks every process to end, and after the grace leaves none. Asked again, the shorter grace holds. */
  stop(graceMs: number): void {
    this.limits.unwatch()
    const ends = performance.now() + graceMs
    if (this.tree === undefined || ends >= this.graceEnds) return
    if (this.grace === undefined) this.tree.terminate()
    clearTimeout(this.grace)
    this.graceEnds = ends
    this.grace = setTimeout(() => this.kill(), Math.min(graceMs, longestTimer))
  }

  /** Leaves none, now. */
  kill(): void {
    this.limits.unwatch()
    clearTimeout(this.grace)
    this.grace = undefined
    this.graceEnds = 0
    this.tree?.kill()
    this.limits.hurry()
  }

  /** For when the program itself has ended: what else it started has what is left of the grace, and ends with it. */
  async leave(): Promise<void> {
    await untilSo(() => this.grace === undefined || this.isGone)
    this.kill()
  }

  /** When nothing of a killed program is left; false where something of it is after this time. */
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
    // Whoever hears that it has begun may stop it there and then.
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

/** What carries it was started by the process. It says nothing but that. */
const markerName = "TOOLGATE_RUN"
