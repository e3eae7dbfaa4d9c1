import type {
  CommandImplementation,
  PermissionRequest,
  Permit,
  Ran,
  Refused,
  Run,
  RunHandles,
  Stoppable
} from "@toolgate/core"
import { deadlines, type Launched, type Line, type Timed, tried } from "@toolgate/processes"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { callFields } from "../toolLogger.ts"
import { wallTimeExceeded } from "../wallTimeExceeded.ts"
import type { CommandHost } from "./CommandHost.ts"
import { CommandLimits } from "./CommandLimits.ts"
import { Confinement, type Met } from "./Confinement.ts"
import { commandEnvironment } from "./commandEnvironment.ts"
import { commandOutcome, type Ending, type Outcome, partialOutput } from "./commandOutcome.ts"
import { commandText } from "./commandText.ts"
import { HeldProcess, type ProcessEvents } from "./HeldProcess.ts"
import { OutputCollector } from "./OutputCollector.ts"
import { knownReason, notCleared, notStarted, pathChanged } from "./reasons.ts"
import { withAppeared } from "./withAppeared.ts"
import { withMet } from "./withMet.ts"
import { withReached } from "./withReached.ts"

/**
 * One run of a program, from before it is started until nothing of it is left. It ends once: with what the program came
 * to, or, when it was told to stop, with what there was by then.
 */
export class CommandRun implements Run, Timed, Stoppable, ProcessEvents {
  due = 0
  earlier: Timed | undefined = undefined
  later: Timed | undefined = undefined
  line: Line | undefined = undefined

  private readonly host: CommandHost
  private readonly permit: Permit
  private readonly command: CommandImplementation
  private readonly words: ReadonlyArray<string>
  private readonly wallMs: number
  private handles: RunHandles | undefined = undefined
  private told: ((ran: Ran) => void) | undefined = undefined
  private readonly collected: OutputCollector
  private readonly limits: CommandLimits

  // "leaving": the program has ended, and what it left behind is being seen to.
  private state: "starting" | "running" | "stopping" | "leaving" | "ended" = "starting"
  private hasBegun = false
  private reason: Refused | undefined = undefined
  private confinement: Confinement | undefined = undefined
  private process: HeldProcess | undefined = undefined
  private patience: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(
    host: CommandHost,
    permit: Permit,
    command: CommandImplementation,
    words: ReadonlyArray<string>,
    wallMs: number
  ) {
    this.host = host
    this.permit = permit
    this.command = command
    this.words = words
    this.wallMs = wallMs
    this.limits = new CommandLimits(permit.grant)
    this.collected = new OutputCollector(command.output, permit.grant.limits.outputBytes, (stream, text) =>
      this.handles?.emit(stream, text)
    )
  }

  start(handles: RunHandles): Promise<Ran> {
    this.handles = handles
    return new Promise((resolve) => {
      this.told = resolve
      handles.onStop(this)
      if (this.state === "starting") deadlines.add(this, this.wallMs, handles.begunAt)
      this.run().catch((cause) => this.broke(cause))
    })
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
    this.process?.stop(terminated)
    this.patience = setTimeout(() => this.abandon(abandoned), abandoned)
  }

  private async run(): Promise<void> {
    const { permit, host } = this
    const workingFolder = permit.request.context.workspace
    if (permit.grant.confinement === "required")
      this.confinement = await Confinement.of(
        { grant: permit.grant, workingFolder },
        host.systemPaths,
        () => this.state !== "starting"
      )
    const pipes = await host.pipes.take(2)
    if (this.state !== "starting") {
      host.pipes.giveBack(pipes)
      this.end(this.stopped(none))
      return
    }
    const { command, words, confinement, limits } = this
    const input = command.input === "stdin" ? { text: JSON.stringify(permit.request.args) } : ("nothing" as const)
    const program = { words, environment: this.environment, workingFolder, input, channel: undefined, pipes }
    this.process = new HeldProcess(this)
    this.process.start({ ...program, host, confinement, limits })
  }

  private get environment(): Record<string, string> {
    const { request, grant } = this.permit
    return {
      ...commandEnvironment(
        this.host.environment,
        grant.access,
        grant.confinement === "required" ? this.host.systemPaths : undefined
      ),
      [idempotencyKey]: idempotencyKeyOf(request)
    }
  }

  /** Told when its launcher is started. */
  launched({ stdout, stderr }: Launched): void {
    this.collected.read("stdout", stdout)
    this.collected.read("stderr", stderr)
  }

  /** Told when the program has begun; where the run was told to stop meanwhile, it must not. */
  begins(): boolean {
    if (this.state !== "starting") return false
    this.state = "running"
    this.hasBegun = true
    this.limits.watch(() => {
      this.turnTo(this.limits.exceeded(this.permit, "cpuMs"))
      this.process?.kill()
    })
    return true
  }

  /** Told when what was mounted is not what was granted. The program does not begin. */
  isNotHeld(): void {
    this.turnTo(pathChanged(this.permit))
  }

  /** Told when the program has ended, or its launcher before it. */
  exited(ending: Ending): void {
    this.leave(ending).catch((cause) => {
      this.log(Effect.logError("What a command left behind could not be seen to.", Cause.die(cause)))
      this.end({ ...this.stopped(ending), error: this.reason ?? notCleared(this.permit) })
    })
  }

  /** Told when it could not be started. */
  broke(cause: unknown): void {
    if (this.state === "ended") return
    this.process?.kill()
    const known = knownReason(cause, this.permit)
    if (known === undefined) this.log(Effect.logError("A command could not be run.", Cause.die(cause)))
    this.turnTo(known ?? notStarted(this.permit))
    void this.limits.leave(false)
    this.end({ output: nothing, error: this.reason })
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
    // What it left behind ends with it; where it was asked to end, so was that, and has the rest of the grace.
    await this.process?.leave()
    if (this.state === "ended") {
      // Abandoned: it was answered without what is still to be taken away.
      await this.limits.leave(false)
      return
    }
    const wasStarted = this.state === "running" || this.state === "stopping"
    if (this.state !== "stopping") deadlines.remove(this)
    this.state = "leaving"
    this.limits.unwatch()
    const { abandoned, drained } = this.host.grace
    const gone = this.process?.gone(abandoned)
    await this.collected.drained(drained, async () => gone)
    await gone
    await this.limits.leave(this.collected.main.isCut)
    const came =
      this.reason !== undefined ? this.stopped(ending) : wasStarted ? this.came(ending) : this.unprepared(ending)
    const met = wasStarted ? withMet(came, await this.met(came.error !== undefined)) : came
    const outcome = this.limits.refusedProcesses ? withReached(met, this.limits.inWords("processes")) : met
    // What appeared while no program ran is another's.
    const appeared = this.hasBegun ? await this.confinement?.leave(outcome.error !== undefined) : undefined
    this.end(appeared === undefined ? outcome : withAppeared(this.permit, outcome, appeared))
  }

  private async met(hasFailed: boolean): Promise<Met | undefined> {
    const { main, beside } = this.collected
    return this.confinement?.met(`${main.text()}${beside?.text() ?? ""}`, hasFailed)
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
  private unprepared(ending: Ending): Outcome {
    const limit = this.limits.endedIt(ending)
    if (limit !== undefined) return { output: nothing, error: this.limits.exceeded(this.permit, limit) }
    this.log(
      Effect.logError(
        `A command's sandbox could not be made: ${this.collected.main.text() || this.collected.beside?.text()}`
      )
    )
    return { output: nothing, error: notStarted(this.permit) }
  }

  private abandon(after: number): void {
    if (this.state === "ended") return
    this.process?.kill()
    this.log(Effect.logWarning(`A command did not end within ${after} ms and was abandoned; it may still be running.`))
    this.end(this.stopped(none))
  }

  private end({ output, error }: Outcome): void {
    if (this.state === "ended") return
    deadlines.remove(this)
    clearTimeout(this.patience)
    this.state = "ended"
    tried(() => this.confinement?.[Symbol.dispose]())
    this.told?.({ output, error, enforced: this.limits.enforced(this.permit.grant.confinement) })
  }

  private log(line: Effect.Effect<void>): void {
    this.host.runFork(Effect.annotateLogs(line, callFields(this.permit)))
  }
}

/** The same for every attempt at the same effect. */
export const idempotencyKeyOf = ({ call }: PermissionRequest): string => call.idempotencyKey ?? call.id

/** Where a program finds that key. */
const idempotencyKey = "TOOLGATE_IDEMPOTENCY_KEY"

const none: Ending = { status: null, signal: null }
const nothing = Object.freeze({ content: [], success: false, metadata: {} })
