import type { Readable } from "node:stream"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { LeftBehind } from "./Confinement.ts"
import { ContainedProcess, type ProcessOwner, type ProcessStreams } from "./ContainedProcess.ts"
import { decodeSignal } from "./decodeSignal.ts"
import type { Exit } from "./Exit.ts"
import { findStartProblem } from "./findStartProblem.ts"
import { LimitEnforcer } from "./limits/LimitEnforcer.ts"
import type { ProcessHost } from "./ProcessHost.ts"
import { ProcessNotStarted } from "./ProcessNotStarted.ts"
import type { ProcessSpec } from "./ProcessSpec.ts"
import { ProgramStream } from "./ProgramStream.ts"
import type { ProcessEnding, RunningProcess } from "./RunningProcess.ts"
import { StartFailure } from "./StartFailure.ts"
import { waitUntilDrained } from "./waitUntilDrained.ts"

/** Receives the result of a start. Exactly one of the two methods is called, once. */
interface Starter {
  begun(process: RunningProcess): void
  failed(failure: ProcessNotStarted): void
}

/** A long-running process, from its start until all its children are gone. */
export class ProcessRun implements ProcessOwner {
  /** Settles when every process is gone, even if the program never began. */
  readonly ended: Promise<ProcessEnding>
  private readonly host: ProcessHost
  private readonly spec: ProcessSpec
  private readonly starter: Starter
  private readonly runFork: (line: Effect.Effect<void>) => unknown
  private readonly limits: LimitEnforcer
  private readonly process: ContainedProcess
  private told: (ending: ProcessEnding) => void = () => {}

  private state: "starting" | "running" | "stopping" = "starting"
  private hasBegun = false
  private failure: ProcessNotStarted | undefined = undefined
  private streams: ProcessStreams | undefined = undefined
  private channel: ProgramStream | undefined = undefined

  constructor(host: ProcessHost, spec: ProcessSpec, starter: Starter, runFork: (line: Effect.Effect<void>) => unknown) {
    this.host = host
    this.spec = spec
    this.starter = starter
    this.runFork = runFork
    this.limits = new LimitEnforcer(spec.limits, spec.confinement !== "none")
    this.process = new ContainedProcess(host, this.limits, this)
    this.ended = new Promise((resolve) => {
      this.told = resolve
    })
  }

  get isStopped(): boolean {
    return this.state === "stopping"
  }

  start(): void {
    this.run().catch((cause) => this.broke(cause))
  }

  /** Asks every process to end, and kills the rest after the grace. */
  stop(graceMs: number): void {
    this.state = "stopping"
    this.process.stop(graceMs)
  }

  private async run(): Promise<void> {
    const { words, workingFolder, confinement, input, channel } = this.spec
    const environment = { ...this.spec.environment, [channelName]: channel === "stdio" ? "stdio" : "3" }
    const problem = await findStartProblem(this.host.bubblewrap, { ...this.spec, environment })
    if (problem !== undefined) this.refuse(problem)
    const confine = confinement === "none" ? undefined : confinement.confine
    const parts = { words, environment, workingFolder, input, channel, confine }
    if (!(await this.process.start(parts))) this.end(none)
  }

  launched(streams: ProcessStreams): void {
    const { channel, stdout, stderr } = streams
    this.streams = streams
    if (channel !== undefined) this.channel = new ProgramStream(channel.reader, channel.writer)
    for (const stream of [stdout, stderr]) stream.on("error", () => {})
  }

  begins(isFound: boolean): boolean {
    const { streams, channel, spec } = this
    if (this.state !== "starting" || streams === undefined || channel === undefined) return false
    if (!isFound) {
      const remedy = spec.confinement === "none" ? "" : `; ${spec.confinement.remedy}`
      this.refuse(`it does not exist inside the sandbox${remedy}`)
      return false
    }
    this.state = "running"
    this.hasBegun = true
    const { pid, stdout, stderr } = streams
    this.starter.begun({
      pid,
      channel,
      stdout: spec.channel === "stdio" ? undefined : stdout,
      stderr,
      ended: this.ended,
      stop: (graceMs) => this.stop(graceMs)
    })
    return true
  }

  isNotHeld(failure: StartFailure): void {
    this.refuse(failure.because)
  }

  exceeds(limit: "wallMs" | "cpuMs"): void {
    if (limit === "wallMs") this.stop(this.host.grace.terminated)
    else this.state = "stopping"
  }

  exited(exit: Exit): void {
    this.leave(exit).catch((cause) => {
      this.log(Effect.logError("Could not clean up after a program.", Cause.die(cause)))
      this.end(exit)
    })
  }

  broke(cause: unknown): void {
    if (cause instanceof StartFailure) this.refuse(cause.because, cause)
    else this.refuse("the system could not start it; see the cause", cause)
    this.process.kill()
    this.limits.leave().then(
      () => this.end(none),
      () => this.end(none)
    )
  }

  private async leave(exit: Exit): Promise<void> {
    // Children end with the program. Children that were asked to end get the rest of the grace first.
    await this.process.leave()
    const wasStopped = this.isStopped
    this.state = "stopping"
    const { abandoned } = this.host.grace
    if (!(await this.process.gone(abandoned)))
      this.log(
        Effect.logWarning(`Child processes of a program did not end within ${abandoned} ms; they may still be running.`)
      )
    await this.limits.leave()
    const limit = wasStopped ? undefined : this.limits.endedIt(exit)
    if (this.hasBegun) this.tellLeft(await this.process.confinement?.leave(exit.status !== 0))
    else if (limit !== undefined) this.refuse(`${this.limits.inWords(limit)} is too low`)
    else if (this.failure === undefined)
      this.refuse(`its sandbox could not be made (${await readStderrTail(this.streams?.stderr)})`)
    this.end(exit)
  }

  private tellLeft({ removed, stuck }: LeftBehind = { removed: [], stuck: [] }): void {
    const count = removed.length + stuck.length
    const what = `A program made ${count} files or folders that its grant protects; ${removed.length} were removed.`
    if (count > 0) this.log(Effect.logWarning(what))
  }

  /** Prevents the program from beginning. The first reason is reported. */
  private refuse(because: string, cause?: unknown): void {
    this.state = "stopping"
    this.failure ??= this.notStarted(because, cause)
  }

  private notStarted(because: string, cause?: unknown): ProcessNotStarted {
    const message = `The program "${this.spec.words[0]}" was not started: ${because}.`
    return new ProcessNotStarted(cause === undefined ? { message } : { message, cause })
  }

  private end({ status, signal }: Exit): void {
    this.process[Symbol.dispose]()
    this.channel?.over()
    const { limits } = this
    const { enforced } = limits
    // If a signal ends the program, bubblewrap exits with 128 plus the signal's number.
    const inside = signal === null && this.spec.confinement !== "none" ? decodeSignal(status) : null
    const exit = inside === null ? { status, signal } : { status: null, signal: inside }
    const exceeded = enforced.endedBy === undefined ? undefined : limits.inWords(enforced.endedBy)
    if (!this.hasBegun) this.starter.failed(this.failure ?? this.notStarted("it was stopped before it began"))
    this.told({ ...exit, exceeded, enforced })
  }

  private log(line: Effect.Effect<void>): void {
    this.runFork(Effect.annotateLogs(line, { program: this.spec.words[0] }))
  }
}

/** The environment variable that names the channel of the program. */
const channelName = "TOOLGATE_CHANNEL"

const none: Exit = { status: null, signal: null }

/** Reads the error output of a launcher that failed before the program began, cut to 1,024 characters. */
const readStderrTail = async (stderr: Readable | undefined): Promise<string> => {
  let said = ""
  let bytes = 0
  stderr?.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (said.length < longest) said += chunk.toString()
  })
  await waitUntilDrained(() => bytes)
  stderr?.destroy()
  return said.slice(0, longest).trim() || "no error output"
}

const longest = 1024
