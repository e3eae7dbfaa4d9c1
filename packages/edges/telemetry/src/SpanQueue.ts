import * as Exit from "effect/Exit"
import type { AnySpan, Tracer } from "effect/Tracer"
import type { ApprovalWait } from "./ApprovalWaits.ts"
import { type CallSpan, startSpan, toNanos } from "./CallSpan.ts"
import type { SpanAttributes } from "./describeCall.ts"

/** A call whose span is to be exported, without references to the call itself. */
export interface WaitingSpan {
  readonly trace: CallSpan
  readonly endedAt: number
  readonly attributes: SpanAttributes
  readonly waits: ReadonlyArray<ApprovalWait>
}

/** Spans that wait for an export: at most `most`. */
export class SpanQueue {
  /** Called when a whole batch waits. */
  onBatch: () => void = () => {}
  private readonly tracer: Tracer
  private readonly most: number
  private waiting: Array<() => void> = []

  constructor(tracer: Tracer, most: number) {
    this.tracer = tracer
    this.most = most
  }

  get isFull(): boolean {
    return this.waiting.length >= this.most
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0
  }

  addCall(given: WaitingSpan): void {
    this.add(() => this.endCall(given))
  }

  /** Adds the wait for a question whose call ended before. */
  addWait(wait: ApprovalWait, parent: AnySpan): void {
    this.add(() => this.endWait(wait, parent))
  }

  /** Hands the oldest spans to the tracer, which exports them. */
  endBatch(): void {
    for (const end of this.waiting.splice(0, batch)) end()
  }

  private add(end: () => void): void {
    if (this.isFull) return
    this.waiting.push(end)
    if (this.waiting.length === batch) this.onBatch()
  }

  private endCall({ trace: { span }, endedAt, attributes, waits }: WaitingSpan): void {
    for (const wait of waits) {
      if (wait.endedAt === undefined) wait.parent = span
      else this.endWait(wait, span)
    }
    for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span.attribute(name, value)
    const type = attributes["error.type"]
    // The message of a failure may repeat what a tool printed, so only its type is exported.
    span.end(toNanos(endedAt), type === undefined ? Exit.void : Exit.fail({ name: type, message: type }))
  }

  private endWait({ approvalId, kind, askedAt, endedAt = askedAt, decision }: ApprovalWait, parent: AnySpan): void {
    const span = startSpan(this.tracer, "toolgate.approval", parent, askedAt)
    span.attribute("toolgate.approval.id", approvalId)
    if (kind !== undefined) span.attribute("toolgate.approval.kind", kind)
    if (decision !== undefined) span.attribute("toolgate.approval.decision", decision)
    span.end(toNanos(endedAt), Exit.void)
  }
}

const batch = 512
