import { randomUUID } from "node:crypto"
import type { CommandImplementation, Permit } from "@toolgate/core"
import type { CommandHost } from "./CommandHost.ts"
import type { CommandLimits } from "./CommandLimits.ts"
import { ConfinedTree } from "./ConfinedTree.ts"
import type { Confinement } from "./Confinement.ts"
import { commandEnvironment } from "./commandEnvironment.ts"
import type { Ending } from "./commandOutcome.ts"
import { Gatehouse } from "./Gatehouse.ts"
import { LooseTree } from "./LooseTree.ts"
import { type Launched, launch } from "./launch.ts"
import type { OutputCollector } from "./OutputCollector.ts"
import type { Pipe } from "./Pipes.ts"
import type { ProcessTree } from "./ProcessTree.ts"

/** What a run is started from. */
export interface ProcessParts {
  readonly host: CommandHost
  readonly permit: Permit
  readonly command: CommandImplementation
  readonly words: ReadonlyArray<string>
  /** Absent where confinement is waived. */
  readonly confinement: Confinement | undefined
  readonly limits: CommandLimits
  readonly collected: OutputCollector
  readonly pipes: ReadonlyArray<Pipe> | undefined
}

/** What a run is told of its processes. `exited` or `broke` comes once, and last. */
export interface ProcessEvents {
  /** Everything is prepared. False: the program must not begin any more. */
  begins(): boolean
  isNotHeld(): void
  exited(ending: Ending): void
  broke(cause: unknown): void
}

/** The processes of one run, from their launcher on. */
export class CommandProcess implements ProcessTree {
  private readonly events: ProcessEvents
  private readonly tree: ProcessTree | undefined = undefined

  constructor(parts: ProcessParts, events: ProcessEvents) {
    this.events = events
    const { host, permit, command, words, confinement, limits, collected } = parts
    const isConfined = confinement !== undefined
    const cgroup = limits.enter(host.cgroups(), isConfined)
    const marker = isConfined || cgroup.holdsProcesses ? undefined : randomUUID()
    const launched = launch({
      doors: cgroup.doors,
      rlimits: limits.rlimits,
      words,
      environment: {
        ...commandEnvironment(host.environment, permit.grant.access.env, isConfined),
        ...(marker === undefined ? {} : { [markerName]: marker })
      },
      workingFolder: permit.request.context.workspace,
      input: command.input === "stdin" ? JSON.stringify(permit.request.args) : undefined,
      pipes: parts.pipes,
      bubblewrap: isConfined ? [host.bubblewrap.program ?? "bwrap", ...confinement.words] : undefined
    })
    const { child, stdout, stderr } = launched
    child.on("error", (cause) => events.broke(cause))
    if (child.pid === undefined) {
      for (const stream of [stdout, stderr]) stream.destroy()
      return
    }
    child.on("exit", (status, signal) => events.exited({ status, signal }))
    collected.read("stdout", stdout)
    collected.read("stderr", stderr)
    this.tree = isConfined
      ? this.atGatehouse(launched, confinement)
      : new LooseTree(child.pid, cgroup, `${markerName}=${marker}`)
    if (!isConfined) events.begins()
  }

  terminate(): void {
    this.tree?.terminate()
  }

  get isGone(): boolean {
    return this.tree?.isGone ?? true
  }

  kill(): void {
    this.tree?.kill()
  }

  private atGatehouse({ child, gatehouse }: Launched, confinement: Confinement): ProcessTree {
    const tree = new ConfinedTree(child)
    if (gatehouse === undefined) return tree
    const house = new Gatehouse(gatehouse, (first) => {
      tree.isIn(first)
      const isHeld = confinement.isHeldFor(first)
      confinement.letGo()
      if (!isHeld) this.events.isNotHeld()
      if (isHeld && this.events.begins()) house.open()
      else tree.kill()
    })
    return tree
  }
}

/** What carries it was started by the run. It says nothing but that. */
const markerName = "TOOLGATE_RUN"
