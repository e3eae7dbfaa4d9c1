import {
  type Enforcement,
  LoggedArgs,
  logOfCall,
  type Permit,
  type PromisedRan,
  type Ran,
  type Refused,
  type Run,
  type RunHandles,
  refused,
  ToolError,
  type ToolInstance,
  ToolOutcomeUnknown,
  type ToolOutput,
  wallTimeExceeded
} from "@toolgate/core"
import { type DeadlineList, deadlines, type Timed } from "@toolgate/processes"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { Fiber } from "effect/Fiber"
import * as Predicate from "effect/Predicate"
import { convertOutput, wasCut } from "./convertOutput.ts"
import { type HostServices, HostToolContext } from "./HostToolContext.ts"
import { LateRan } from "./LateRan.ts"
import { type Grace, Patience } from "./Patience.ts"
import { refuseToolError, refuseUnexpectedError } from "./refuseToolError.ts"
import { isGenerator, ToolGenerator } from "./ToolGenerator.ts"

/** Shared by all runs of a sandbox. */
interface Host {
  readonly services: HostServices
  readonly grace: Grace
  readonly enforced: Enforcement
}

/** The reason for stopping a run, the limit that it reached, and the grace for its tool. */
interface Stopping {
  readonly reason: Refused
  readonly limit: "wallMs" | undefined
  readonly patience: Patience
}

/**
 * A run of a tool in this process. A run ends once: with the tool's result or error or, if it was stopped, with the
 * output so far.
 */
export class HostRun implements Run, Timed {
  due = 0
  earlier: Timed | undefined = undefined
  later: Timed | undefined = undefined
  line: DeadlineList | undefined = undefined

  private readonly host: Host
  readonly permit: Permit
  private readonly make: () => ToolInstance
  private readonly wallMs: number
  private begunAt: number | undefined = undefined
  private openWaits = 0
  private waitsSince = 0
  private controller: AbortController | undefined = undefined
  private handles: RunHandles | undefined = undefined
  private ran: Ran | undefined = undefined
  private told: ((ran: Ran) => void) | undefined = undefined
  private instance: ToolInstance | undefined = undefined
  private stopping: Stopping | undefined = undefined
  private fiber: Fiber<unknown, unknown> | undefined = undefined
  private generator: ToolGenerator | undefined = undefined

  constructor(host: Host, permit: Permit, make: () => ToolInstance, wallMs: number) {
    this.host = host
    this.permit = permit
    this.make = make
    this.wallMs = wallMs
  }

  start(handles: RunHandles): Ran | PromisedRan {
    this.handles = handles
    handles.onStop(this)
    this.begin(handles)
    return this.ran ?? new LateRan(this)
  }

  /** Calls `told` with the result when the run ends. */
  whenEnded(told: (ran: Ran) => void): void {
    const before = this.told
    if (this.ran !== undefined) told(this.ran)
    else if (before === undefined) this.told = told
    else
      this.told = (ran) => {
        before(ran)
        told(ran)
      }
  }

  get services(): HostServices {
    return this.host.services
  }

  /** The tool's signal. Created on first use, because most tools never read it and creating one takes a microsecond. */
  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController()
      if (this.stopping !== undefined) this.controller.abort()
    }
    return this.controller.signal
  }

  private get isRunning(): boolean {
    return this.ran === undefined && this.stopping === undefined
  }

  private begin(handles: RunHandles): void {
    // The call ended before its run began.
    if (!this.isRunning) {
      this.end(nothing, undefined)
      return
    }
    let returned: unknown
    try {
      this.instance = this.make()
      const context = new HostToolContext(this, handles)
      returned = this.instance.execute(this.permit.request.args, context)
      // Promises first: most tools return one, and each further check takes time.
      if (returned instanceof Promise) {
        this.await(returned, handles.begunAt)
        return
      }
      if (Effect.isEffect(returned)) {
        this.follow(returned as Effect.Effect<unknown, unknown>, handles.begunAt)
        return
      }
      if (Predicate.isPromiseLike(returned)) {
        this.await(returned, handles.begunAt)
        return
      }
      if (isGenerator(returned)) {
        this.drain(returned, handles)
        return
      }
    } catch (cause) {
      this.threw(cause)
      return
    }
    this.returned(returned)
  }

  private await(promised: PromiseLike<unknown>, begunAt: number): void {
    this.limit(begunAt)
    // A foreign promise is wrapped, because its `then` may throw or settle twice.
    Promise.resolve(promised).then(
      (value) => this.returned(value),
      (cause) => this.threw(cause)
    )
  }

  private drain(generator: AsyncGenerator, handles: RunHandles): void {
    this.generator = new ToolGenerator(
      generator,
      {
        yielded: (value) => this.yielded(value, handles),
        returned: (value) => this.returned(value),
        threw: (cause) => this.threw(cause)
      },
      this.permit.grant.limits.outputBytes
    )
    if (this.isRunning) this.generator.start()
    else this.generator.stop()
    this.limit(handles.begunAt)
  }

  private yielded(value: unknown, handles: RunHandles): boolean {
    if (this.ran !== undefined) return false
    if (typeof value === "string") {
      handles.emit("stdout", value)
      this.generator?.keep(value)
    } else this.stopBy(noText(this.permit, value), undefined)
    return true
  }

  // Every tool that does not return at once gets a time limit. The limit cannot stop code that blocks the thread.
  private limit(begunAt: number): void {
    this.begunAt = begunAt
    if (this.isRunning && this.openWaits === 0) deadlines.add(this, this.wallMs, begunAt)
  }

  /** Called by the gate. The tool's time stops while it waits for its caller. */
  waits(isWaiting: boolean): void {
    const now = performance.now()
    if (isWaiting) {
      if (this.openWaits++ > 0) return
      this.waitsSince = now
      deadlines.remove(this)
    } else if (--this.openWaits === 0 && this.begunAt !== undefined) {
      // A tool may ask before `execute` returns; its limit is set afterwards.
      this.begunAt += now - Math.max(this.waitsSince, this.begunAt)
      if (this.isRunning) deadlines.add(this, Math.max(0, this.wallMs - (now - this.begunAt)), now)
    }
  }

  /** Called by `Deadlines` when the wall time is over. */
  expire(): void {
    this.stopBy(wallTimeExceeded(this.permit.request.tool.name, this.wallMs), "wallMs")
  }

  stop(reason: Refused): void {
    this.stopBy(reason, undefined)
  }

  /** Asks the tool to stop, and waits for it at most for the grace. */
  private stopBy(reason: Refused, limit: "wallMs" | undefined): void {
    if (!this.isRunning) return
    const { grace } = this.host
    const ms = reason.class === "timeout" ? grace.timedOut : grace.cancelled
    deadlines.remove(this)
    const patience = new Patience(ms, grace, (how) => {
      if (how === "abandoned")
        this.log(Effect.logWarning(`A tool did not stop within ${ms} ms and was abandoned; it may still be running.`))
      this.end(nothing, reason)
    })
    this.stopping = { reason, limit, patience }
    this.controller?.abort()
    patience.cancel(this.instance, (cause) =>
      this.log(Effect.logError("A tool's cancel function failed.", Cause.die(cause)))
    )
    this.fiber?.interruptUnsafe()
    this.generator?.stop()
  }

  private follow(effect: Effect.Effect<unknown, unknown>, begunAt: number): void {
    const done = (exit: Exit.Exit<unknown, unknown>) =>
      exit._tag === "Success" ? this.returned(exit.value) : this.threw(Cause.squash(exit.cause))
    const args = this.handles?.loggedArgs ?? []
    const fiber = this.host.services.runFork(Effect.provideService(effect, LoggedArgs, args))
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) {
      done(exit)
    } else {
      this.fiber = fiber
      fiber.addObserver(done)
      if (this.isRunning) this.limit(begunAt)
      else fiber.interruptUnsafe()
    }
  }

  private returned(value: unknown): void {
    if (this.ran !== undefined) return
    const { permit } = this
    let output: ToolOutput | Refused
    try {
      output = convertOutput(permit.request.tool.name, value, permit.grant.limits.outputBytes)
    } catch (cause) {
      this.threw(cause)
      return
    }
    if ("_tag" in output) this.end(nothing, output, output.why === "LimitExceeded" ? "ended" : undefined)
    else this.end(output, undefined, wasCut(value, output) ? "cut" : undefined)
  }

  private threw(cause: unknown): void {
    if (this.ran !== undefined) return
    const { request, grant } = this.permit
    const meant = cause instanceof ToolError ? refuseToolError(cause, grant.limits.outputBytes) : undefined
    const executed = cause instanceof ToolError ? executedOf(cause) : undefined
    // A stopped tool may throw because of that. Such an error is not logged.
    if (meant === undefined && this.stopping === undefined)
      this.log(Effect.logError("A tool threw an unexpected error.", Cause.die(cause)))
    this.end(nothing, meant ?? refuseUnexpectedError(request.tool.name), undefined, executed)
  }

  private end(
    output: ToolOutput,
    error: Refused | undefined,
    overflow?: "cut" | "ended",
    executed?: Ran["executed"]
  ): void {
    const { stopping, generator } = this
    if (stopping === undefined) deadlines.remove(this)
    else stopping.patience.end()
    const endedBy = stopping === undefined ? (overflow === "ended" ? "outputBytes" : undefined) : stopping.limit
    const isOver = overflow !== undefined || generator?.isOver === true
    const reached = endedBy ?? (isOver ? "outputBytes" : undefined)
    const { enforced } = this.host
    const failure = stopping?.reason ?? error
    this.ran = {
      output: generator === undefined || failure === undefined ? output : generator.partial(output),
      error: failure,
      executed,
      enforced:
        reached === undefined
          ? enforced
          : { ...enforced, reached: [reached], ...(endedBy === undefined ? {} : { endedBy }) }
    }
    this.told?.(this.ran)
  }

  private log(line: Effect.Effect<void>): void {
    const { callId, context, tool, args } = this.permit.request
    this.host.services.runFork(logOfCall(line, this.handles?.loggedArgs ?? [args], callId, context, tool.name))
  }
}

const executedOf = (error: ToolError): Ran["executed"] => {
  if (error instanceof ToolOutcomeUnknown) return "unknown"
  return error.executed === "no" ? "no" : undefined
}

const nothing: ToolOutput = Object.freeze({ content: [], success: false, metadata: {} })

const noText = ({ request }: Permit, value: unknown) =>
  refused("ToolFailed", `Tool "${request.tool.name}" yielded ${kindOf(value)}, but a tool may yield only strings.`)

const kindOf = (value: unknown): string => {
  if (value === undefined || value === null) return String(value)
  if (typeof value !== "object") return `a ${typeof value}`
  if (Array.isArray(value)) return "an array"
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? "an object" : "an instance of a class"
}
