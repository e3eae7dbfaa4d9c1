import { type ChildProcess, spawn } from "node:child_process"
import type { Socket } from "node:net"
import { type ToolContext, ToolExecutionError, ToolValidationError } from "@toolgate/core"
import { Channel } from "./Channel.ts"
import type { Job, JobAnswer, JobFailure, JobMessage, NumberedJob, RequestHandler } from "./Job.ts"
import { watchMemory } from "./watchMemory.ts"

/** The parts of a tool's context that a job needs. */
export type JobContext = Pick<ToolContext, "signal" | "emit" | "takeSlot">

/** A process that runs one job at a time. Cancelling a job kills the process. */
export class Worker {
  /** Whether the process has ended or is ending. */
  isGone = false
  private readonly child: ChildProcess
  /** The socket to the process. Absent if the process did not start. */
  private readonly socket: Socket | undefined
  private readonly channel: Channel | undefined
  private told: (message: JobMessage) => void = () => {}
  private jobs = 0
  private idle: ReturnType<typeof setTimeout> | undefined = undefined

  constructor([program = "", ...words]: ReadonlyArray<string>) {
    // A separate process group, so that Ctrl-C at the terminal reaches only the gate.
    this.child = started(program, words)
    const gone = () => {
      this.isGone = true
    }
    this.child.on("exit", gone).on("error", gone)
    this.socket = (this.child.stdio?.[channelAt] as Socket | null | undefined) ?? undefined
    if (this.socket === undefined) this.isGone = true
    else {
      this.channel = new Channel(
        this.socket,
        mostAnswered,
        (message) => this.told(message as JobMessage),
        () => this.kill()
      )
    }
    this.rests()
  }

  /** Runs a job and answers its requests. The job's progress is streamed as output of the call. */
  async run(
    job: Job,
    { signal, emit }: Pick<JobContext, "signal" | "emit">,
    answers: RequestHandler = unanswered
  ): Promise<unknown> {
    signal.throwIfAborted()
    const { child, channel } = this
    if (child.pid === undefined || channel === undefined) throw unstarted(undefined)
    clearTimeout(this.idle)
    child.ref()
    this.socket?.ref()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.jobs += 1
    const numbered: NumberedJob = { ...job, number: this.jobs }
    // Fails the job, because without an answer it would wait for ever.
    const failed = (error: unknown) => {
      this.kill()
      reject(error)
    }
    const answer = (id: number) => (value: unknown) => {
      const message: JobAnswer = { answerTo: id, value }
      if (!this.isGone) channel.send(message)
    }
    this.told = (message) => {
      if (message.type === "progress") emit("stderr", message.text)
      else if (message.type === "ask") {
        // Ignores a request of an earlier, failed job.
        if (message.of === numbered.number) answers(message.request as never).then(answer(message.id), failed)
      } else if (message.type === "done") resolve(message.value)
      else reject(errorOf(message.failure, message.cause))
    }
    const ended = (code: number | null, by: string | null) => reject(lost(code, by))
    const broke = (cause: Error) => reject(lost(null, null, cause))
    const aborted = () => failed(signal.reason)
    const unwatched = watchMemory(child.pid, () => failed(new ToolExecutionError({ message: tooMuch })))
    child.on("exit", ended).on("error", broke)
    signal.addEventListener("abort", aborted)
    try {
      channel.send(numbered)
      return await promise
    } finally {
      this.told = () => {}
      child.off("exit", ended).off("error", broke)
      signal.removeEventListener("abort", aborted)
      unwatched()
      this.rests()
    }
  }

  kill(): void {
    this.isGone = true
    this.child.kill("SIGKILL")
  }

  /** Lets this process exit despite the worker, and ends the worker after an idle minute. */
  private rests(): void {
    this.idle = setTimeout(() => this.kill(), idleMs).unref()
    this.child.unref()
    this.socket?.unref()
  }
}

/** Starts a process. Depending on the failure, Node throws or returns a child without a process. */
const started = (program: string, words: ReadonlyArray<string>): ChildProcess => {
  try {
    return spawn(program, words, {
      env: {},
      cwd: "/",
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "overlapped"]
    })
  } catch (cause) {
    throw unstarted(cause)
  }
}

const unstarted = (cause: unknown): ToolExecutionError =>
  new ToolExecutionError({
    message:
      "No process could be started for the work: the machine has too many processes or open files, or too little memory. Try again when the machine is less busy.",
    cause,
    executed: "no"
  })

/** The limit for a worker's message in bytes. An archive listing of 10,000 entries with the longest names fits. */
const mostAnswered = 128 * 1024 * 1024

/** The file descriptor of the channel in the worker. */
const channelAt = 3

const unanswered: RequestHandler = () => Promise.reject(new Error("The job's request was not answered."))

const idleMs = 60_000

const errorOf = (failure: JobFailure | undefined, cause: string): Error => {
  if (failure === undefined) return new Error("A job of the toolbox failed.", { cause })
  const { kind, message } = failure
  return kind === "invalid" ? new ToolValidationError({ message }) : new ToolExecutionError({ message })
}

const tooMuch = "The call needs more memory than is available; give it less to do at once."

const lost = (code: number | null, signal: string | null, cause?: Error): ToolExecutionError => {
  // V8 aborts when its heap is full.
  const message =
    signal === "SIGABRT" || code === 134 ? tooMuch : "The process that did the work has ended unexpectedly; try again."
  return new ToolExecutionError({ message, cause })
}
