import {
  type Enforcement,
  type Permit,
  type Ran,
  type Refused,
  refused,
  ToolError,
  type ToolInstance,
  type ToolOutput
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Exit } from "effect/Exit"
import type { Fiber } from "effect/Fiber"
import * as Predicate from "effect/Predicate"
import { deadlines, type Line, type Timed } from "./Deadlines.ts"
import { type HostServices, HostToolContext } from "./HostToolContext.ts"
import { toOutput } from "./toOutput.ts"
import { callFields } from "./toolLogger.ts"

/** How long a tool that was told to stop is waited for, in milliseconds. After that it is abandoned, and the log says so. */
export interface Grace {
  readonly cancelled: number
  readonly timedOut: number
}

export interface HostRunOptions {
  readonly permit: Permit
  readonly make: () => ToolInstance
  readonly wallMs: number
  readonly enforced: Enforcement
  readonly services: HostServices
  readonly grace: Grace
}

/**
 * One run of a tool in this process. It ends once: with what the tool returned or threw, or, when it was told to stop, with
 * what there was by then.
 */
export class HostRun implements Timed {
  due = 0
  earlier: Timed | undefined = undefined
  later: Timed | undefined = undefined
  line: Line | undefined = undefined

  private readonly options: HostRunOptions
  private readonly ended: (ran: Effect.Effect<Ran>) => void
  private readonly context: HostToolContext
  private instance: ToolInstance | undefined = undefined
  private state: "running" | "stopping" | "ended" = "running"
  private reason: Refused | undefined = undefined
  private fiber: Fiber<unknown, unknown> | undefined = undefined
  private patience: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(options: HostRunOptions, ended: (ran: Effect.Effect<Ran>) => void) {
    this.options = options
    this.ended = ended
    this.context = new HostToolContext(options.permit, options.services)
  }

  start(): void {
    const { make, permit, wallMs } = this.options
    deadlines.add(this, wallMs, permit.request.context.begunAt)
    let returned: unknown
    try {
      this.instance = make()
      returned = this.instance.execute(permit.request.args, this.context)
    } catch (cause) {
      this.threw(cause)
      return
    }
    if (Effect.isEffect(returned)) this.follow(returned as Effect.Effect<unknown, unknown>)
    else if (!Predicate.isPromiseLike(returned)) this.returned(returned)
    else
      returned.then(
        (value) => this.returned(value),
        (cause) => this.threw(cause)
      )
  }

  /** Called by the list of deadlines. */
  expire(): void {
    const { permit, wallMs, grace } = this.options
    const seconds = wallMs % 1000 === 0 ? `${wallMs / 1000} s` : `${wallMs} ms`
    const message = `Tool "${permit.request.tool.name}" exceeded its wall-time limit of ${seconds}.`
    this.stop(refused("TimedOut", message, { wallMs }), grace.timedOut)
  }

  /** Tells the tool to stop, and waits for it no longer than the grace. */
  stop(reason: Refused, grace = this.options.grace.cancelled): void {
    if (this.state !== "running") return
    this.state = "stopping"
    this.reason = reason
    deadlines.remove(this)
    this.patience = setTimeout(() => this.abandon(grace), grace)
    HostToolContext.abort(this.context)
    this.cancel()
    this.fiber?.interruptUnsafe()
  }

  private cancel(): void {
    const { instance } = this
    if (instance?.cancel === undefined) return
    const broke = (cause: unknown) => this.log(Effect.logError("A tool's cancel broke.", Cause.die(cause)))
    try {
      const answer = instance.cancel()
      if (Predicate.isPromiseLike(answer)) answer.then(undefined, broke)
    } catch (cause) {
      broke(cause)
    }
  }

  private follow(effect: Effect.Effect<unknown, unknown>): void {
    const done = (exit: Exit<unknown, unknown>) =>
      exit._tag === "Success" ? this.returned(exit.value) : this.threw(Cause.squash(exit.cause))
    const fiber = this.options.services.runFork(effect)
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) {
      done(exit)
    } else {
      this.fiber = fiber
      fiber.addObserver(done)
    }
  }

  private returned(value: unknown): void {
    if (this.state === "ended") return
    const { permit } = this.options
    const output = toOutput(permit.request.tool.name, value, permit.grant.limits.outputBytes)
    if ("_tag" in output) this.end(nothing, output)
    else this.end(output, undefined)
  }

  private threw(cause: unknown): void {
    if (this.state === "ended") return
    const meant = cause instanceof ToolError
    // Being told to stop is a reason to throw; nobody has to read about it.
    if (!meant && this.state === "running")
      this.log(Effect.logError("A tool threw what it did not mean to.", Cause.die(cause)))
    this.end(nothing, meant ? cause.refused() : unexpected(this.options.permit))
  }

  private abandon(grace: number): void {
    if (this.state === "ended") return
    this.log(Effect.logWarning(`A tool did not stop within ${grace} ms and was abandoned; it may still be running.`))
    this.end(nothing, this.reason)
  }

  private end(output: ToolOutput, error: Refused | undefined): void {
    if (this.state === "running") deadlines.remove(this)
    else clearTimeout(this.patience)
    this.state = "ended"
    this.ended(Effect.succeed({ output, error: this.reason ?? error, enforced: this.options.enforced }))
  }

  private log(line: Effect.Effect<void>): void {
    this.options.services.runFork(Effect.annotateLogs(line, callFields(this.options.permit)))
  }
}

const nothing: ToolOutput = Object.freeze({ content: [], success: false, metadata: {} })

const unexpected = ({ request }: Permit) =>
  refused("ToolFailed", `Tool "${request.tool.name}" failed with an unexpected error; the log says more.`)
