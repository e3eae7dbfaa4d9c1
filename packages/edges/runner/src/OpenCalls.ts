import type { CallOptions } from "./CallOptions.ts"
import { checkText } from "./checkOption.ts"
import { defaultFrameBounds, encodeFrame, findFrameExcess } from "./frames.ts"
import type { ApprovalPendingMessage, ToolOutputDeltaMessage, ToolResponseMessage } from "./protocol.ts"
import type { SupervisorChannel } from "./SupervisorChannel.ts"
import { ToolCallError } from "./ToolCallError.ts"
import { convertResponse, type ToolResponse } from "./ToolResponse.ts"

interface OpenCall {
  readonly tool: string
  readonly line: string
  readonly options: CallOptions
  readonly resolve: (response: ToolResponse<never>) => void
  readonly reject: (reason: unknown) => void
}

/** The supervisor's limits. */
interface CallBounds {
  readonly frameBytes: number
  readonly inFlight: number
}

/** Calls without an answer. Calls beyond the supervisor's limit wait here, so that a cancellation can overtake them. */
export class OpenCalls {
  private readonly channel: SupervisorChannel
  private readonly bounds: CallBounds
  /** Sent calls by id. An aborted call is `undefined` until its answer arrives. */
  private readonly sent = new Map<string, OpenCall | undefined>()
  private readonly waiting = new Map<string, OpenCall>()
  /** Iterates over the waiting calls. A new iterator would visit all sent calls again. */
  private next = this.waiting.entries()
  /** The prefix of ids. Each id is also an idempotency key, so ids must not repeat after a restart. */
  private readonly prefix = crypto.randomUUID()
  private count = 0

  constructor(channel: SupervisorChannel, bounds: CallBounds) {
    this.channel = channel
    this.bounds = bounds
  }

  async call<Result>(tool: string, args: object, options: CallOptions): Promise<ToolResponse<Result>> {
    checkCall(tool, options)
    options.signal?.throwIfAborted()
    if (this.channel.disconnected !== undefined) throw this.channel.disconnected
    this.count += 1
    const id = options.id ?? `${this.prefix}-${this.count}`
    if (this.sent.has(id) || this.waiting.has(id)) {
      throw new Error(`This call of "${tool}" has the id of an open call. Use a new id for each call.`)
    }
    const line = this.encode(id, tool, args, options)
    const { promise, resolve, reject } = Promise.withResolvers<ToolResponse<Result>>()
    this.waiting.set(id, { tool, line, options, resolve, reject })
    const abort = () => this.abort(id, options.signal?.reason)
    options.signal?.addEventListener("abort", abort)
    this.channel.hold()
    this.sendWaiting()
    try {
      return await promise
    } finally {
      this.channel.release()
      options.signal?.removeEventListener("abort", abort)
    }
  }

  answered(message: ToolResponseMessage) {
    const call = this.sent.get(message.tool_call_id)
    this.sent.delete(message.tool_call_id)
    if (message.ok) call?.resolve(convertResponse(message))
    else call?.reject(new ToolCallError(call.tool, message))
    this.sendWaiting()
  }

  printed({ tool_call_id, stream, text, cut }: ToolOutputDeltaMessage) {
    const onOutput = this.sent.get(tool_call_id)?.options.onOutput
    if (onOutput !== undefined) tellListener(onOutput, { stream, text, cut })
  }

  asked({ tool_call_id, approval_id, why, expires_at }: ApprovalPendingMessage) {
    const onApprovalPending = this.sent.get(tool_call_id)?.options.onApprovalPending
    const approval = { id: approval_id, why, expiresAt: new Date(expires_at) }
    if (onApprovalPending !== undefined) tellListener(onApprovalPending, approval)
  }

  /** Sends waiting calls up to the supervisor's limit. */
  sendWaiting() {
    while (this.waiting.size > 0 && this.sent.size < this.bounds.inFlight && !this.channel.isFull) {
      const { value, done } = this.next.next()
      if (done) {
        this.next = this.waiting.entries()
        continue
      }
      const [id, call] = value
      this.waiting.delete(id)
      this.sent.set(id, call)
      this.channel.send(call.line)
    }
  }

  /** Rejects all calls, because they will not be answered. */
  rejectAll(why: Error) {
    const calls = [...this.sent.values(), ...this.waiting.values()]
    this.sent.clear()
    this.waiting.clear()
    for (const call of calls) call?.reject(why)
  }

  private abort(id: string, reason: unknown) {
    const call = this.waiting.get(id) ?? this.sent.get(id)
    if (call === undefined) return
    if (!this.waiting.delete(id)) {
      this.sent.set(id, undefined)
      this.channel.send({ op: "tool_cancel", tool_call_id: id })
    }
    call.reject(reason)
  }

  private encode(id: string, tool: string, args: object, { idempotencyKey, timeoutMs }: CallOptions): string {
    const line = encodeFrame({
      op: "tool_call",
      tool_call_id: id,
      tool,
      args,
      ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
      ...(timeoutMs === undefined ? {} : { timeout_ms: Math.max(0, timeoutMs) })
    })
    const bytes = Buffer.byteLength(line) - 1
    if (bytes > this.bounds.frameBytes) {
      throw new RangeError(
        `The call of "${tool}" has ${bytes} bytes; the supervisor's limit is ${this.bounds.frameBytes}. Use smaller arguments.`
      )
    }
    const excess = findFrameExcess(line, defaultFrameBounds)
    if (excess === undefined) return line
    throw new RangeError(`The call of "${tool}" ${excess}, the supervisor's limit. Use smaller arguments.`)
  }
}

/**
 * Rejects a call that is not a valid message. The supervisor would end this program for an invalid one. A tool name may
 * be any text.
 */
const checkCall = (tool: unknown, { id, idempotencyKey, timeoutMs }: CallOptions) => {
  if (typeof tool !== "string") throw new TypeError("The name of a tool must be a string.")
  if (id !== undefined) checkText("id", id)
  if (idempotencyKey !== undefined) checkText("idempotencyKey", idempotencyKey)
  if (timeoutMs === undefined) return
  if (typeof timeoutMs !== "number") throw new TypeError('The option "timeoutMs" must be a number.')
  if (!Number.isFinite(timeoutMs)) throw new RangeError('The option "timeoutMs" must be finite.')
}

/** Calls a listener after the current read. If it throws, the process emits a warning and the call continues. */
const tellListener = <What>(listener: (what: What) => unknown, what: What) => {
  Promise.resolve(what)
    .then(listener)
    .catch((cause) => process.emitWarning(new ListenerFailed(cause)))
}

class ListenerFailed extends Error {
  override readonly name = "ListenerFailed"

  constructor(cause: unknown) {
    super("A listener of a call failed.", { cause })
    // A warning prints only its stack, so it gets the stack of the listener's error.
    if (cause instanceof Error && cause.stack !== undefined)
      this.stack = `${this.name}: ${this.message}\n${cause.stack}`
  }
}
