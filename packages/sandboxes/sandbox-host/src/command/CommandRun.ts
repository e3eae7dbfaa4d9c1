import { setTimeout as delay } from "node:timers/promises"
import {
  type CommandImplementation,
  logOfCall,
  type Permit,
  type Ran,
  type Refused,
  type Run,
  type RunHandles,
  type Stoppable,
  wallTimeExceeded
} from "@toolgate/core"
import {
  ContainedProcess,
  type Exit,
  LimitEnforcer,
  type ProcessOwner,
  type ProcessStreams,
  type StartFailure
} from "@toolgate/processes"
import { findChanged } from "@toolgate/processes/contents"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { addToolFolder } from "../confinement/addToolFolder.ts"
import { GrantConfinement, type RefusedWrites } from "../confinement/GrantConfinement.ts"
import { SessionUse } from "../session/SessionUse.ts"
import { buildCommandOutcome, buildPartialOutput, buildToolOutcome, type Outcome } from "./buildCommandOutcome.ts"
import { buildProcessParts } from "./buildProcessParts.ts"
import { formatCommand } from "./buildProgramWords.ts"
import type { CommandHost } from "./CommandHost.ts"
import { describeEnforcement, type OutputAtLimit } from "./describeEnforcement.ts"
import { OutputCollector } from "./OutputCollector.ts"
import { addAppearedFiles, addReachedLimit, addRefusedWrites, addSessionFiles } from "./outcomeNotes.ts"
import {
  refuseChangedFile,
  refuseKnownCause,
  refuseNotCleaned,
  refuseNotStarted,
  refuseOverLimit,
  refuseOverSessionLimit
} from "./reasons.ts"

/**
 * A run of a program, from before its start until all its processes are gone. A run ends once: with the program's
 * outcome or, if it was stopped, with the output so far.
 */
export class CommandRun implements Run, Stoppable, ProcessOwner {
  private readonly host: CommandHost
  private readonly permit: Permit
  private readonly command: CommandImplementation
  private readonly words: ReadonlyArray<string>
  private readonly wallMs: number
  private handles: RunHandles | undefined = undefined
  private told: ((ran: Ran) => void) | undefined = undefined
  private readonly collected: OutputCollector
  private readonly limits: LimitEnforcer
  private readonly process: ContainedProcess

  // "leaving": the program has ended, and the run cleans up after it.
  private state: "starting" | "running" | "stopping" | "leaving" | "ended" = "starting"
  private hasBegun = false
  private isSettled = false
  private executed: Ran["executed"] = undefined
  private reason: Refused | undefined = undefined
  private confinement: GrantConfinement | undefined = undefined
  private outputAtLimit: OutputAtLimit = "fits"
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
    this.limits = new LimitEnforcer({ ...permit.grant.limits, wallMs }, this.isConfined)
    this.process = new ContainedProcess(host, this.limits, this)
    // A tool with a result function receives both streams separately, as with JSON.
    const output = command.result === undefined ? command.output : "json"
    this.collected = new OutputCollector(output, permit.grant.limits.outputBytes, (stream, text) =>
      this.handles?.emit(stream, text)
    )
  }

  start(handles: RunHandles): Promise<Ran> {
    this.handles = handles
    return new Promise((resolve) => {
      this.told = resolve
      handles.onStop(this)
      this.run(handles.begunAt).catch((cause) => this.broke(cause))
    })
  }

  get isStopped(): boolean {
    return this.state !== "starting" && this.state !== "running"
  }

  /** Asks every process to end, and kills the rest after the grace. */
  stop(reason: Refused): void {
    if (this.isStopped) return
    const { abandoned, terminated } = this.host.grace
    this.turnTo(reason)
    this.process.stop(terminated)
    this.patience = setTimeout(() => this.abandon(abandoned), abandoned)
  }

  private async run(begunAt: number): Promise<void> {
    const { host, permit, command, words } = this
    // An unconfined program begins as soon as it is launched.
    if (!this.isConfined && this.isOutdated()) {
      this.end(this.stopped(none))
      return
    }
    const parts = {
      ...buildProcessParts(host, permit, command, words),
      confine: this.isConfined ? this.confine : undefined
    }
    if (await this.process.start(parts, begunAt)) return
    this.process[Symbol.dispose]()
    this.end(this.stopped(none))
  }

  private readonly confine = async (workingFolder: string, isStopped: () => boolean) => {
    const { host, permit, command } = this
    const { grant, request } = permit
    const access = addToolFolder(grant.access, command.folder)
    const folder = host.sessions?.of(request.context)
    const session =
      folder === undefined ? undefined : new SessionUse(folder, request.tool.name, request.context.principal.agent)
    const words = request.resources.flatMap((one) => (one.kind === "command" ? (one.outside ?? []) : []))
    const confined = { grant: { access, limits: grant.limits }, workingFolder, session, words }
    try {
      this.confinement = await GrantConfinement.of(confined, this.host.systemPaths, isStopped)
    } finally {
      if (this.confinement === undefined) session?.[Symbol.dispose]()
    }
    return this.confinement
  }

  private get isConfined(): boolean {
    return this.permit.grant.confinement === "required"
  }

  launched({ stdout, stderr }: ProcessStreams): void {
    this.collected.read("stdout", stdout)
    this.collected.read("stderr", stderr)
  }

  begins(): boolean {
    if (this.state !== "starting") return false
    // A confined program waits at its barrier here, after all slow steps.
    if (this.isConfined && this.isOutdated()) return false
    this.state = "running"
    this.hasBegun = true
    this.confinement?.watchSession((atMost) => {
      this.turnTo(refuseOverSessionLimit(this.permit, atMost))
      this.process.kill()
    })
    return true
  }

  /** Whether a file to be run has changed since the tool was registered or approved. If so, refuses the call. */
  private isOutdated(): boolean {
    const changed = findChanged([
      ...(this.command.files ?? []),
      ...(this.permit.approval?.files?.filter(({ use }) => use === "run") ?? [])
    ])
    if (changed === undefined) return false
    this.turnTo(refuseChangedFile(this.permit, changed))
    this.executed = "no"
    return true
  }

  exceeds(limit: "wallMs" | "cpuMs"): void {
    if (limit === "wallMs") this.stop(wallTimeExceeded(this.permit.request.tool.name, this.wallMs))
    else this.turnTo(refuseOverLimit(this.permit, limit, this.limits.inWords(limit)))
  }

  isNotHeld(failure: StartFailure): void {
    this.turnTo(refuseKnownCause(failure, this.permit) ?? refuseNotStarted(this.permit))
  }

  exited(exit: Exit): void {
    this.leave(exit).catch((cause) => this.isNotCleared(cause, this.stopped(exit)))
  }

  broke(cause: unknown): void {
    this.process.kill()
    const known = refuseKnownCause(cause, this.permit)
    if (known === undefined) this.log(Effect.logError("A command could not be run.", Cause.die(cause)))
    this.turnTo(known ?? refuseNotStarted(this.permit))
    const outcome = { output: nothing, error: this.reason }
    const left = async () => {
      const isGone = await this.process.gone(this.host.grace.abandoned)
      await this.limits.leave()
      await this.endWith(outcome, isGone)
    }
    left().catch((cause) => this.isNotCleared(cause, outcome))
  }

  private isNotCleared(cause: unknown, outcome: Outcome): void {
    this.log(Effect.logError("Could not clean up after a command.", Cause.die(cause)))
    this.process[Symbol.dispose]()
    this.end({ ...outcome, error: this.reason ?? refuseNotCleaned(this.permit) })
  }

  /** Sets the reason with which the run will end, regardless of the program's outcome. */
  private turnTo(reason: Refused): void {
    if (this.isStopped) return
    this.state = "stopping"
    this.reason = reason
  }

  private async leave(exit: Exit): Promise<void> {
    // Children end with the program. Children that were asked to end get the rest of the grace first.
    await this.process.leave()
    if (this.state === "ended") {
      await this.limits.leave()
      return this.settleLate()
    }
    const wasStarted = this.state === "running" || this.state === "stopping"
    this.state = "leaving"
    const { abandoned, drained } = this.host.grace
    const gone = this.process.gone(abandoned)
    await this.collected.drained(drained, async () => gone)
    const isGone = await gone
    if (this.collected.main.isCut) this.outputAtLimit = "cut"
    await this.limits.leave()
    const came = this.reason !== undefined ? this.stopped(exit) : wasStarted ? this.came(exit) : this.unprepared(exit)
    const met = wasStarted ? addRefusedWrites(came, await this.met()) : came
    const outcome = this.limits.refusedProcesses ? addReachedLimit(met, this.limits.inWords("processes")) : met
    await this.endWith(outcome, isGone)
  }

  /** Ends the run and releases its grant. If processes remain, the run is answered first. */
  private async endWith(outcome: Outcome, isGone: boolean): Promise<void> {
    if (!isGone || this.state === "ended") {
      this.end(outcome)
      return this.settleLate()
    }
    const { appeared, inSession } = await this.settle(outcome.error !== undefined)
    const told = inSession === undefined ? outcome : addSessionFiles(this.permit, outcome, inSession)
    this.end(appeared === undefined ? told : addAppearedFiles(this.permit, told, appeared))
  }

  /** Checks what the command left in its granted files and its session, and releases both. */
  private async settle(hasFailed: boolean) {
    using _process = this.process
    // The run made nothing before its program began.
    const confinement = this.hasBegun && !this.isSettled ? this.confinement : undefined
    this.isSettled = true
    return { appeared: await confinement?.leave(hasFailed), inSession: await confinement?.leaveSession() }
  }

  /** Cleans up after a run that was already answered, once all its processes are gone. */
  private async settleLate(): Promise<void> {
    while (!(await this.process.gone(0))) await delay(untilNextLook, undefined, { ref: false })
    const { appeared, inSession } = await this.settle(true)
    const removed = [...(appeared?.removed ?? []), ...(inSession?.removed ?? [])]
    if (removed.length > 0)
      this.log(
        Effect.logWarning(
          `A command that outlived its call left ${removed.length} files that its grant protects; they were removed.`
        )
      )
  }

  private async met(): Promise<RefusedWrites | undefined> {
    const { main, beside } = this.collected
    return this.confinement?.met(`${main.text()}${beside?.text() ?? ""}`)
  }

  private came(exit: Exit): Outcome {
    const { command, words, permit, limits } = this
    const { output, argv, result } = command
    const broke = (cause: unknown) => this.log(Effect.logError("A tool threw an unexpected error.", Cause.die(cause)))
    const make =
      result === undefined
        ? undefined
        : (status: number) => buildToolOutcome(permit, result, status, this.collected, broke)
    const program = { output, program: argv[0] ?? "", make }
    const outcome = buildCommandOutcome(permit, program, formatCommand(permit.request, words), exit, this.collected)
    const limit = limits.endedIt(exit)
    if (outcome.error?.why === "LimitExceeded") this.outputAtLimit = "refused"
    return limit === undefined ? outcome : { ...outcome, error: refuseOverLimit(permit, limit, limits.inWords(limit)) }
  }

  private stopped(exit: Exit): Outcome {
    const text = formatCommand(this.permit.request, this.words)
    return { output: buildPartialOutput(text, exit, this.collected), error: this.reason }
  }

  /** Returns the outcome of a run whose launcher failed before the program began. */
  private unprepared(exit: Exit): Outcome {
    const { limits, permit } = this
    const limit = limits.endedIt(exit)
    if (limit !== undefined) return { output: nothing, error: refuseOverLimit(permit, limit, limits.inWords(limit)) }
    this.log(
      Effect.logError(
        `A command's sandbox could not be made: ${this.collected.main.text() || this.collected.beside?.text()}`
      )
    )
    return { output: nothing, error: refuseNotStarted(permit) }
  }

  private abandon(after: number): void {
    if (this.state === "ended") return
    this.process.kill()
    this.log(Effect.logWarning(`A command did not end within ${after} ms and was abandoned; it may still be running.`))
    this.end(this.stopped(none))
  }

  private end({ output, error }: Outcome): void {
    if (this.state === "ended") return
    clearTimeout(this.patience)
    this.state = "ended"
    const enforced = describeEnforcement(this.limits.enforced, this.outputAtLimit)
    this.told?.({ output, error, executed: this.executed, enforced })
  }

  private log(line: Effect.Effect<void>): void {
    const { callId, context, tool, args } = this.permit.request
    this.host.runFork(logOfCall(line, this.handles?.loggedArgs ?? [args], callId, context, tool.name))
  }
}

/** Milliseconds between checks whether the processes of an answered run are gone. */
const untilNextLook = 50

const none: Exit = { status: null, signal: null }
const nothing = Object.freeze({ content: [], success: false, metadata: {} })
