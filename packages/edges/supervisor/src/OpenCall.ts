import type { Refused, ToolCall } from "@toolgate/core"
import type { ToolCallMessage } from "@toolgate/runner-protocol"

/** A call of a runner that is not answered yet. */
export class OpenCall {
  readonly message: ToolCallMessage
  /** Of its frame. */
  readonly bytes: number
  /** Why it is not to be made. */
  readonly refusal: Refused | undefined
  readonly deadline: number | undefined
  /** False where another runner of the same session has a call of this id: the gate refuses this one, and means that one by it. */
  isOwn = true
  private clock: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(message: ToolCallMessage, bytes: number, refusal: Refused | undefined) {
    this.message = message
    this.bytes = bytes
    this.refusal = refusal
    this.deadline = message.timeout_ms === undefined ? undefined : Date.now() + message.timeout_ms
  }

  get id(): string {
    return this.message.tool_call_id
  }

  get toolCall(): ToolCall {
    const { tool_call_id: id, tool, args, idempotency_key: key } = this.message
    return key === undefined ? { id, tool, args } : { id, tool, args, idempotencyKey: key }
  }

  /** It has to wait; `late` is told if it does so until its deadline. */
  wait(late: () => void): void {
    if (this.deadline === undefined) return
    const { deadline } = this
    const ms = deadline - Date.now()
    // A timer may go off a moment before the clock says so, and the gate goes by the clock.
    if (ms <= longestTimer) this.clock = setTimeout(() => (Date.now() < deadline ? this.wait(late) : late()), ms)
  }

  waitNoMore(): void {
    clearTimeout(this.clock)
  }
}

/** In milliseconds; a longer one would go off at once. */
const longestTimer = 2 ** 31 - 1
