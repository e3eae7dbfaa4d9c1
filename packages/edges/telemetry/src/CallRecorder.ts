import type { EventListener, ToolEvent } from "@toolgate/core"
import type { Tracer } from "effect/Tracer"
import { ApprovalWaits } from "./ApprovalWaits.ts"
import { CallMetrics } from "./CallMetrics.ts"
import { CallSpan } from "./CallSpan.ts"
import { describeCall } from "./describeCall.ts"
import type { EndedCall } from "./EndedCall.ts"
import type { SpanQueue } from "./SpanQueue.ts"

interface RecorderOptions {
  readonly contents: boolean
  /** The limit of ended calls and of questions that are remembered. */
  readonly mostWaiting: number
}

type Heard = EndedCall | Extract<ToolEvent, { readonly type: `tool.confirmation_${string}` }>

/**
 * Turns events into metrics and spans. While a call waits for the listener, an event is only put aside; the work is done in
 * a later turn of the event loop.
 */
export class CallRecorder {
  readonly metrics: CallMetrics
  private readonly options: RecorderOptions
  private readonly waits: ApprovalWaits
  private tracing: { readonly tracer: Tracer; readonly queue: SpanQueue } | undefined = undefined
  private heard: Array<Heard> = []

  constructor(options: RecorderOptions) {
    this.options = options
    this.waits = new ApprovalWaits(options.mostWaiting)
    this.metrics = new CallMetrics(() => this.waits.countOpen(Date.now()))
  }

  /** Makes spans from now on. */
  trace(tracer: Tracer, queue: SpanQueue): void {
    this.tracing = { tracer, queue }
  }

  /** Hears an event. Never throws. */
  readonly hear: EventListener = (event, call) => {
    switch (event.type) {
      case "tool.output_delta":
        return
      case "tool.called":
        if (call !== undefined && this.tracing !== undefined)
          call.trace ??= new CallSpan(this.tracing.tracer, event.toolName, call)
        return
      case "tool.confirmation_requested":
      case "tool.confirmation_resolved":
        this.put(event)
        return
      default:
        if (call?.answer !== undefined) this.end({ event, call, answer: call.answer, endedAt: readClock() })
    }
  }

  /** Records what was put aside. */
  digest(): void {
    const { heard } = this
    this.heard = []
    for (const one of heard) {
      if ("type" in one) this.recordQuestion(one)
      else this.recordCall(one)
    }
  }

  private end(ended: EndedCall): void {
    if (this.heard.length < this.options.mostWaiting) this.put(ended)
    else {
      this.metrics.end(ended)
      if (this.tracing !== undefined) this.metrics.drop()
    }
  }

  private put(one: Heard): void {
    if (this.heard.push(one) === 1) setImmediate(() => this.digest())
  }

  private recordQuestion(event: Exclude<Heard, EndedCall>): void {
    if (event.type === "tool.confirmation_requested") this.waits.ask(event)
    else {
      this.metrics.decide(event.decision)
      const wait = this.waits.resolve(event)
      if (wait?.parent !== undefined) this.tracing?.queue.addWait(wait, wait.parent)
    }
  }

  private recordCall(ended: EndedCall): void {
    const { event, call, endedAt } = ended
    this.metrics.end(ended)
    const waits = this.waits.take(event.session, event.callId)
    if (this.tracing === undefined) return
    const { tracer, queue } = this.tracing
    const trace = call.trace instanceof CallSpan ? call.trace : new CallSpan(tracer, event.toolName, call)
    if (!trace.isSampled) return
    if (queue.isFull) this.metrics.drop()
    else
      queue.addCall({ trace, endedAt, attributes: describeCall(ended, waits.length > 0, this.options.contents), waits })
  }
}

const { timeOrigin } = performance

const readClock = (): number => timeOrigin + performance.now()
