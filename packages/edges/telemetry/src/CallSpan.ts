import { type EventCall, readTraceparent } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

/** The part of a call that its span needs at the start. */
type StartedCall = Pick<EventCall, "context" | "startedAt">

/** The span of one call, created on first use, because most calls pass no trace context on. */
export class CallSpan implements NonNullable<EventCall["trace"]> {
  readonly isSampled: boolean
  private readonly tracer: Tracer.Tracer
  private readonly toolName: string
  private readonly startedAt: number
  private readonly parent: Tracer.ExternalSpan | undefined
  private created: Tracer.Span | undefined = undefined

  constructor(tracer: Tracer.Tracer, toolName: string, { context, startedAt }: StartedCall) {
    this.tracer = tracer
    this.toolName = toolName
    this.startedAt = startedAt
    this.parent = context.traceparent === undefined ? undefined : readParent(context.traceparent)
    this.isSampled = this.parent?.sampled !== false
  }

  /** `undefined` if the caller's trace is not sampled: the call then passes the caller's trace context on. */
  get traceparent(): string | undefined {
    if (!this.isSampled) return undefined
    const { traceId, spanId } = this.span
    return `00-${traceId.padStart(32, "0")}-${spanId}-01`
  }

  get span(): Tracer.Span {
    this.created ??= startSpan(
      this.tracer,
      `execute_tool ${this.toolName.slice(0, longestName)}`,
      this.parent,
      this.startedAt
    )
    return this.created
  }
}

/** Starts a span. `startedAt` is in milliseconds since the epoch. */
export const startSpan = (
  tracer: Tracer.Tracer,
  name: string,
  parent: Tracer.AnySpan | undefined,
  startedAt: number
): Tracer.Span =>
  tracer.span({
    name,
    parent: Option.fromUndefinedOr(parent),
    annotations: Context.empty(),
    links: [],
    startTime: toNanos(startedAt),
    kind: "internal",
    root: parent === undefined,
    sampled: true
  })

/** Converts milliseconds since the epoch, which have a precision below a microsecond, to nanoseconds. */
export const toNanos = (ms: number): bigint => BigInt(Math.round(ms * 1000)) * 1000n

const readParent = (given: unknown): Tracer.ExternalSpan | undefined => {
  const traceparent = readTraceparent(given)
  if (traceparent === undefined) return undefined
  const [, traceId = "", spanId = "", flags = ""] = traceparent.split("-")
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
}

const longestName = 256
