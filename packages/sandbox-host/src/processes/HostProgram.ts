import { deadlines, type Launched, type Line, type Timed, tried } from "@toolgate/processes"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { CommandHost } from "../command/CommandHost.ts"
import { CommandLimits } from "../command/CommandLimits.ts"
import { type Appeared, Confinement } from "../command/Confinement.ts"
import { commandEnvironment } from "../command/commandEnvironment.ts"
import type { Ending } from "../command/commandOutcome.ts"
import { HeldProcess, type ProcessEvents } from "../command/HeldProcess.ts"
import { pathIsChanged, startFailure } from "../command/startFailure.ts"
import { type HostProcess, type ProcessEnding, ProcessNotStarted, type ProcessSpec } from "../HostProcess.ts"
import { lastWords } from "./lastWords.ts"
import { ProgramStream } from "./ProgramStream.ts"
import { startProblem } from "./startProblem.ts"

/** What is told of a program that was to be started: one of both, once. */
export interface Started {
  begun(program: HostProcess): void
  failed(failure: ProcessNotStarted): void
}

/** A program that runs for long, from before it is started until nothing of it is left. */
export class HostProgram implements Timed, ProcessEvents {
  due = 0
  earlier: Timed | undefined = undefined
  later: Timed | undefined = undefined
  line: Line | undefined = undefined

  /** Settles when nothing of it is left, whether or not it began. */
  readonly ended: Promise<ProcessEnding>
  private readonly host: CommandHost
  private readonly spec: ProcessSpec
  private readonly started: Started
  private readonly limits: CommandLimits
  private settle: (ending: ProcessEnding) => void = () => {}

  private state: "starting" | "running" | "stopping" = "starting"
  private hasBegun = false
  /** Why it did not begin. */
  private failure: ProcessNotStarted | undefined = undefined
  private confinement: Confinement | undefined = undefined
  private process: HeldProcess | undefined = undefined
  private launching: Launched | undefined = undefined
  private channel: ProgramStream | undefined = undefined

  constructor(host: CommandHost, spec: ProcessSpec, started: Started) {
    this.host = host
    this.spec = spec
    this.started = started
    this.limits = new CommandLimits(spec.grant)
    this.ended = new Promise((resolve) => {
      this.settle = resolve
    })
  }

  start(): void {
    this.run().catch((cause) => this.broke(cause))
  }

  /** Asks every process of it to end, and after the grace leaves none. */
  stop(graceMs: number): void {
    this.turnToStopping()
    this.process?.stop(graceMs)
  }

  /** Called by the list of deadlines. */
  expire(): void {
    this.limits.ended("wallMs")
    this.stop(this.host.grace.terminated)
  }

  private async run(): Promise<void> {
    const { host, spec, limits } = this
    const { words, grant, workingFolder, input, channel } = spec
    const isConfined = grant.confinement === "required"
    const environment = {
      ...commandEnvironment(host.environment, grant.access, isConfined ? host.systemPaths : undefined),
      ...spec.environment,
      [channelName]: channel === "stdio" ? "stdio" : "3"
    }
    const problem = await startProblem(host, spec, environment)
    if (problem !== undefined) this.refuse(problem)
    const isStopped = () => this.state !== "starting"
    if (isConfined && !isStopped())
      this.confinement = await Confinement.of({ grant, workingFolder }, host.systemPaths, isStopped)
    const pipes = isStopped() ? undefined : await host.pipes.take(channel === "stdio" ? 3 : 2)
    if (isStopped()) {
      host.pipes.giveBack(pipes)
      this.end(none)
      return
    }
    const program = { words, environment, workingFolder, input, channel, pipes }
    this.process = new HeldProcess(this)
    this.process.start({ ...program, host, confinement: this.confinement, limits })
  }

  /** Told when its launcher is started. */
  launched(launching: Launched): void {
    const { channel, stdout, stderr } = launching
    this.launching = launching
    if (channel !== undefined) this.channel = new ProgramStream(channel.reader, channel.writer)
    for (const stream of [stdout, stderr]) stream.on("error", () => {})
  }

  /** Told when the program could begin; where it was told to stop meanwhile, or is not there, it must not. */
  begins(isFound: boolean): boolean {
    const { launching, channel } = this
    if (this.state !== "starting" || launching === undefined || channel === undefined) return false
    if (!isFound) {
      this.refuse(notInside)
      return false
    }
    this.state = "running"
    this.hasBegun = true
    const { wallMs } = this.spec.grant.limits
    if (wallMs !== "unlimited") deadlines.add(this, wallMs, performance.now())
    this.limits.watch(() => {
      this.turnToStopping()
      this.process?.kill()
    })
    this.started.begun({
      pid: launching.child.pid ?? 0,
      channel,
      stdout: this.spec.channel === "stdio" ? undefined : launching.stdout,
      stderr: launching.stderr,
      ended: this.ended,
      stop: (graceMs) => this.stop(graceMs)
    })
    return true
  }

  /** Told when what was mounted is not what was granted. */
  isNotHeld(): void {
    this.refuse(pathIsChanged.because)
  }

  /** Told when the program has ended, or its launcher before it. */
  exited(ending: Ending): void {
    this.leave(ending).catch((cause) => {
      this.log(Effect.logError("What a program left behind could not be seen to.", Cause.die(cause)))
      this.end(ending)
    })
  }

  /** Told when it could not be started. */
  broke(cause: unknown): void {
    this.refuse(startFailure(cause)?.because ?? "the system would not start it, for the cause that is given", cause)
    this.process?.kill()
    this.limits.leave(false).then(
      () => this.end(none),
      () => this.end(none)
    )
  }

  private async leave(ending: Ending): Promise<void> {
    // What it left behind ends with it; where it was asked to end, so was that, and has the rest of the grace.
    await this.process?.leave()
    const wasStopped = this.state === "stopping"
    this.turnToStopping()
    const { abandoned, drained } = this.host.grace
    if (!(await this.process?.gone(abandoned)))
      this.log(
        Effect.logWarning(`What a program left behind did not end within ${abandoned} ms; it may still be running.`)
      )
    await this.limits.leave(false)
    const limit = wasStopped ? undefined : this.limits.endedIt(ending)
    if (this.hasBegun) this.tellAppeared(await this.confinement?.leave(ending.status !== 0))
    else if (limit !== undefined) this.refuse(`${this.limits.inWords(limit)} is too small for it`)
    else if (this.failure === undefined)
      this.refuse(`what is to hold it could not be made (${await lastWords(this.launching?.stderr, drained)})`)
    this.end(ending)
  }

  private tellAppeared(appeared: Appeared | undefined): void {
    const { removed = [], stuck = [] } = appeared ?? {}
    const count = removed.length + stuck.length
    const what = `A program made ${count} files or folders that its grant excepts from writing; ${removed.length} were removed.`
    if (count > 0) this.log(Effect.logWarning(what))
  }

  /** It does not begin, for the first of these reasons. */
  private refuse(because: string, cause?: unknown): void {
    this.turnToStopping()
    this.failure ??= this.notStarted(because, cause)
  }

  private notStarted(because: string, cause?: unknown): ProcessNotStarted {
    const message = `The program "${this.spec.words[0]}" was not started: ${because}.`
    return new ProcessNotStarted(cause === undefined ? { message } : { message, cause })
  }

  private turnToStopping(): void {
    this.state = "stopping"
    deadlines.remove(this)
    this.limits.unwatch()
  }

  private end({ status, signal }: Ending): void {
    tried(() => this.confinement?.[Symbol.dispose]())
    this.channel?.over()
    const { limits, spec } = this
    const held = limits.enforced(spec.grant.confinement)
    const wallMs = spec.grant.limits.wallMs === "unlimited" ? "none" : held.wallMs
    const exceeded = held.endedBy === undefined ? undefined : limits.inWords(held.endedBy)
    if (!this.hasBegun) this.started.failed(this.failure ?? this.notStarted("it was told to stop before it began"))
    this.settle({ status, signal, exceeded, enforced: { ...held, wallMs, outputBytes: "none" } })
  }

  private log(line: Effect.Effect<void>): void {
    this.host.runFork(Effect.annotateLogs(line, { program: this.spec.words[0] }))
  }
}

/** Where a program finds what its channel is. */
const channelName = "TOOLGATE_CHANNEL"

const notInside =
  "it is not there where it is to run confined; grant it the folder that it is in and give its path, or name that folder among the system paths"

const none: Ending = { status: null, signal: null }
