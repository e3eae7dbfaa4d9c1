import { randomUUID } from "node:crypto"
import {
  type CommandImplementation,
  type Permit,
  type Ran,
  type Refused,
  refused,
  type Stoppable
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { deadlines, type Line, type Timed } from "../Deadlines.ts"
import { callFields } from "../toolLogger.ts"
import { wallTimeExceeded } from "../wallTimeExceeded.ts"
import type { CommandHost } from "./CommandHost.ts"
import { CommandLimits } from "./CommandLimits.ts"
import { ConfinedTree } from "./ConfinedTree.ts"
import { type Appeared, Confinement } from "./Confinement.ts"
import { commandEnvironment } from "./commandEnvironment.ts"
import { commandOutcome, type Ending, type Outcome, partialOutput } from "./commandOutcome.ts"
import { commandText } from "./commandText.ts"
import { Gatehouse } from "./Gatehouse.ts"
import { LooseTree } from "./LooseTree.ts"
import { type Launched, launch } from "./launch.ts"
import { OutputCollector } from "./OutputCollector.ts"
import type { ProcessTree } from "./ProcessTree.ts"
import { tried } from "./tried.ts"
import { knownReason, notStarted, pathChanged } from "./unstarted.ts"

/**
 * One run of a program, from before it is started until nothing of it is left. It ends once: with what the program came to,
 * or, when it was told to stop, with what there was by then.
 */
export class CommandRun implements Timed, Stoppable {
  due = 0
  earlier: Timed | undefined = undefined
  later: Timed | undefined = undefined
  line: Line | undefined = undefined

  private readonly host: CommandHost
  private readonly permit: Permit
  private readonly command: CommandImplementation
  private readonly words: ReadonlyArray<string>
  private readonly wallMs: number
  private readonly ended: (exit: Exit.Exit<Ran>) => void
  private readonly collected: OutputCollector
  private readonly limits: CommandLimits

  // "leaving": the program has ended, and what it left behind is being seen to.
  private state: "starting" | "running" | "stopping" | "leaving" | "ended" = "starting"
  private reason: Refused | undefined = undefined
  private confinement: Confinement | undefined = undefined
  private tree: ProcessTree | undefined = undefined
  private gatehouse: Gatehouse | undefined = undefined
  private grace: ReturnType<typeof setTimeout> | undefined = undefined
  private patience: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(
    host: CommandHost,
    permit: Permit,
    command: CommandImplementation,
    words: ReadonlyArray<string>,
    wallMs: number,
    ended: (exit: Exit.Exit<Ran>) => void
  ) {
    const { context } = permit.request
    this.host = host
    this.permit = permit
    this.command = command
    this.words = words
    this.wallMs = wallMs
    this.ended = ended
    this.limits = new CommandLimits(permit.grant)
    this.collected = new OutputCollector(command.output, permit.grant.limits.outputBytes, (stream, text) =>
      context.emit(stream, text)
    )
  }

  start(): void {
    if (this.state === "starting") deadlines.add(this, this.wallMs, this.permit.request.context.begunAt)
    this.run().catch((cause) => this.broke(cause))
  }

  /** Called by the list of deadlines. */
  expire(): void {
    this.limits.ended("wallMs")
    this.stop(wallTimeExceeded(this.permit, this.wallMs))
  }

  /** Asks every process to end, and after the grace leaves none. */
  stop(reason: Refused): void {
    if (this.state !== "starting" && this.state !== "running") return
    const { abandoned, terminated } = this.host.grace
    this.turnTo(reason)
    this.tree?.terminate()
    this.grace = setTimeout(() => this.tree?.kill(), terminated)
    this.patience = setTimeout(() => this.abandon(abandoned), abandoned)
  }

  private async run(): Promise<void> {
    const { permit, host } = this
    if (permit.grant.confinement === "required" && this.state === "starting")
      this.confinement = await Confinement.of(permit, host.systemPaths)
    if (this.state !== "starting") {
      this.end(this.stopped(none))
      return
    }
    this.begin()
  }

  private begin(): void {
    const { permit, host, confinement } = this
    const isConfined = confinement !== undefined
    const environment = commandEnvironment(host.environment, permit.grant.access.env, isConfined)
    const marker = `TOOLGATE_RUN=${randomUUID()}`
    const cgroup = this.limits.enter(host.cgroups(), isConfined)
    if (!isConfined && !cgroup.holdsProcesses) environment.TOOLGATE_RUN = marker.slice("TOOLGATE_RUN=".length)
    const launched = launch({
      doors: cgroup.doors,
      rlimits: this.limits.rlimits,
      words: this.words,
      environment,
      workingFolder: permit.request.context.workspace,
      hasInput: this.command.input === "stdin",
      bubblewrap: isConfined ? [host.bubblewrap.program ?? "bwrap", ...confinement.words] : undefined
    })
    const { child, stdout, stderr, gatehouse } = launched
    child.on("error", (cause) => this.broke(cause))
    if (child.pid === undefined) return
    child.on("exit", (status, signal) => void this.leave({ status, signal }).catch((cause) => this.broke(cause)))
    this.collected.read("stdout", stdout)
    this.collected.read("stderr", stderr)
    this.sendInput(launched)
    if (confinement === undefined || gatehouse === undefined) {
      this.tree = new LooseTree(child.pid, cgroup, marker)
      this.isOff()
    } else {
      const tree = new ConfinedTree(child)
      this.tree = tree
      this.gatehouse = new Gatehouse(gatehouse, (first) => this.admit(confinement, tree, first))
    }
  }

  /** Everything is mounted, and the program waits. Nothing has run yet that the grant does not know. */
  private admit(confinement: Confinement, tree: ConfinedTree, first: number): void {
    tree.isIn(first)
    const isHeld = confinement.isHeldFor(first)
    confinement.letGo()
    if (this.state !== "starting") tree.kill()
    else if (isHeld) {
      this.gatehouse?.open()
      this.isOff()
    } else {
      this.turnTo(pathChanged(this.permit))
      tree.kill()
    }
  }

  private isOff(): void {
    this.state = "running"
    this.limits.watch(() => {
      this.turnTo(this.limits.exceeded(this.permit, "cpuMs"))
      this.tree?.kill()
    })
  }

  private sendInput({ stdin }: Launched): void {
    // A program need not read what it is given, nor live long enough to.
    stdin?.on("error", () => {})
    stdin?.end(JSON.stringify(this.permit.request.args))
  }

  /** From here on the run ends with this reason, whatever its program does. */
  private turnTo(reason: Refused): void {
    if (this.state !== "starting" && this.state !== "running") return
    this.state = "stopping"
    this.reason = reason
    deadlines.remove(this)
    this.limits.unwatch()
  }

  private async leave(ending: Ending): Promise<void> {
    if (this.state === "ended") return
    const wasStarted = this.state === "running" || this.state === "stopping"
    if (this.state !== "stopping") deadlines.remove(this)
    this.state = "leaving"
    clearTimeout(this.grace)
    this.limits.unwatch()
    // What it left behind ends with it.
    this.tree?.kill()
    await this.collected.drained(this.host.grace.drained)
    await this.limits.leave(this.collected.main.isCut)
    const outcome =
      this.reason !== undefined ? this.stopped(ending) : wasStarted ? this.came(ending) : this.unprepared()
    const appeared = await this.confinement?.leave(outcome.error !== undefined)
    this.end(appeared === undefined ? outcome : withAppeared(this.permit, outcome, appeared))
  }

  private came(ending: Ending): Outcome {
    const { command, words, permit, limits } = this
    const program = { output: command.output, program: command.argv[0] ?? "" }
    const outcome = commandOutcome(permit, program, commandText(permit.request, words), ending, this.collected)
    const limit = limits.endedIt(ending)
    if (outcome.error?.why === "LimitExceeded") limits.ended("outputBytes")
    return limit === undefined ? outcome : { ...outcome, error: limits.exceeded(permit, limit) }
  }

  private stopped(ending: Ending): Outcome {
    const text = commandText(this.permit.request, this.words)
    return { output: partialOutput(text, ending, this.collected), error: this.reason }
  }

  /** The launcher ended before the program began. */
  private unprepared(): Outcome {
    this.log(
      Effect.logError(
        `A command's sandbox could not be made: ${this.collected.main.text() || this.collected.beside?.text()}`
      )
    )
    return { output: nothing, error: notStarted(this.permit) }
  }

  private abandon(after: number): void {
    if (this.state === "ended") return
    this.tree?.kill()
    this.log(Effect.logWarning(`A command did not end within ${after} ms and was abandoned; it may still be running.`))
    this.end(this.stopped(none))
  }

  private broke(cause: unknown): void {
    if (this.state === "ended") return
    this.tree?.kill()
    const known = knownReason(cause, this.permit)
    if (known === undefined) this.log(Effect.logError("A command could not be run.", Cause.die(cause)))
    this.turnTo(known ?? notStarted(this.permit))
    void this.limits.leave(false)
    this.end({ output: nothing, error: this.reason })
  }

  private end({ output, error }: Outcome): void {
    if (this.state === "ended") return
    deadlines.remove(this)
    clearTimeout(this.grace)
    clearTimeout(this.patience)
    this.state = "ended"
    tried(() => this.confinement?.[Symbol.dispose]())
    this.ended(Exit.succeed({ output, error, enforced: this.limits.enforced(this.permit.grant.confinement) }))
  }

  private log(line: Effect.Effect<void>): void {
    this.host.runFork(Effect.annotateLogs(line, callFields(this.permit)))
  }
}

const none: Ending = { status: null, signal: null }
const nothing = Object.freeze({ content: [], success: false, metadata: {} })

const withAppeared = ({ request }: Permit, { output, error }: Outcome, { removed, left }: Appeared): Outcome => {
  if (removed.length === 0 && left.length === 0) return { output, error }
  const denied = refused(
    "FileDenied",
    `Tool "${request.tool.name}" made files that its grant excepts from writing; they were removed.`,
    { removed }
  )
  const metadata = { ...output.metadata, excepted: { removed, left } }
  const isFine = error === undefined && removed.length === 0
  return { output: { ...output, success: isFine, metadata }, error: error ?? (removed.length > 0 ? denied : undefined) }
}
