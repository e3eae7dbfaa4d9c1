import { randomUUID } from "node:crypto"
import {
  ConfinedTree,
  Gatehouse,
  type Launch,
  type Launched,
  LooseTree,
  launch,
  longestTimer,
  type ProcessTree,
  type Said,
  untilSo
} from "@toolgate/processes"
import type { CommandHost } from "./CommandHost.ts"
import type { CommandLimits } from "./CommandLimits.ts"
import type { Confinement } from "./Confinement.ts"
import type { Ending } from "./commandOutcome.ts"

/** What a program is started from: what is to run, and what holds it. */
export interface ProcessParts extends Omit<Launch, "doors" | "rlimits" | "bubblewrap"> {
  readonly host: Pick<CommandHost, "bubblewrap" | "cgroups">
  /** Absent where confinement is waived. */
  readonly confinement: Confinement | undefined
  readonly limits: CommandLimits
}

/** What is told of a program. `exited` or `broke` comes once, and last. */
export interface ProcessEvents {
  /** Where it can be heard and spoken to. Not told of a program that could not be started. */
  launched(channels: Launched): void
  /** Everything is prepared. False: the program must not begin any more. `isFound`: whether there is such a program. */
  begins(isFound: boolean): boolean
  isNotHeld(): void
  exited(ending: Ending): void
  broke(cause: unknown): void
}

/** A program with all that it starts, from its launcher on, in what holds them: namespaces, cgroups, limits. */
export class HeldProcess {
  private readonly events: ProcessEvents
  private limits: CommandLimits | undefined = undefined
  private tree: ProcessTree | undefined = undefined
  private grace: ReturnType<typeof setTimeout> | undefined = undefined
  private graceEnds = Number.POSITIVE_INFINITY

  constructor(events: ProcessEvents) {
    this.events = events
  }

  /** A program that is not confined begins meanwhile. */
  start(parts: ProcessParts): void {
    const { events } = this
    const { host, confinement, limits, environment } = parts
    const isConfined = confinement !== undefined
    this.limits = limits
    const cgroup = limits.enter(host.cgroups(), isConfined)
    const marker = isConfined || cgroup.holdsProcesses ? undefined : randomUUID()
    const launched = launch({
      ...parts,
      doors: cgroup.doors,
      rlimits: limits.rlimits,
      environment: { ...environment, ...(marker === undefined ? {} : { [markerName]: marker }) },
      bubblewrap: isConfined ? [host.bubblewrap.program ?? "bwrap", ...confinement.words] : undefined
    })
    const { child, stdout, stderr, channel } = launched
    child.on("error", (cause) => events.broke(cause))
    if (child.pid === undefined) {
      for (const stream of [stdout, stderr, channel?.reader, channel?.writer]) stream?.destroy()
      return
    }
    child.on("exit", (status, signal) => events.exited({ status, signal }))
    events.launched(launched)
    this.tree = isConfined
      ? this.atGatehouse(launched, confinement, limits)
      : new LooseTree(child, child.pid, cgroup, `${markerName}=${marker}`)
    if (!isConfined) events.begins(true)
  }

  /** Asks every process to end, and after the grace leaves none. Asked again, the shorter grace holds. */
  stop(graceMs: number): void {
    const ends = performance.now() + graceMs
    if (ends >= this.graceEnds) return
    if (this.grace === undefined) this.tree?.terminate()
    clearTimeout(this.grace)
    this.graceEnds = ends
    this.grace = setTimeout(() => this.kill(), Math.min(graceMs, longestTimer))
  }

  /** Leaves none, now. */
  kill(): void {
    clearTimeout(this.grace)
    this.grace = undefined
    this.graceEnds = 0
    this.tree?.kill()
    this.limits?.hurry()
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

  private get isGone(): boolean {
    return this.tree?.isGone ?? true
  }

  private atGatehouse({ child, gatehouse }: Launched, confinement: Confinement, limits: CommandLimits): ProcessTree {
    const tree = new ConfinedTree(child)
    if (gatehouse === undefined) return tree
    const arrived = async (first: number, { isFound, holdsProcesses }: Said) => {
      await limits.holdProcesses(first, holdsProcesses)
      tree.isReady()
      const isHeld = confinement.isHeldFor(first)
      confinement.letGo()
      if (!isHeld) this.events.isNotHeld()
      if (isHeld && this.events.begins(isFound)) house.open()
      else tree.kill()
    }
    const broken = (cause: unknown) => {
      tree.kill()
      this.events.broke(cause)
    }
    const house = new Gatehouse(gatehouse, {
      made: (first) => tree.isIn(first),
      arrived: (first, said) => void arrived(first, said).catch(broken)
    })
    return tree
  }
}

/** What carries it was started by the run. It says nothing but that. */
const markerName = "TOOLGATE_RUN"
