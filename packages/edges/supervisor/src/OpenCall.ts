import type { Refused, ToolCall } from "@toolgate/core"
import type { ToolCallMessage } from "@toolgate/runner/protocol"

/** A call of a runner that is not answered yet. */
export class OpenCall {
  readonly message: ToolCallMessage
  /** The size of the call's frame. */
  readonly bytes: number
  /** The reason why the call must not be made, if there is one. */
  readonly refusal: Refused | undefined
  readonly deadline: number | undefined
  /** Whether the gate has ended the call. From then on, its id may belong to another call of the session. */
  hasEnded = false
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

  /** Lets the call wait. `late` is called if the call still waits at its deadline. */
  wait(late: () => void): void {
    if (this.deadline === undefined) return
    const { deadline } = this
    const ms = deadline - Date.now()
    // A timer may fire a moment before the clock reaches the deadline, and the gate goes by the clock.
    if (ms <= longestTimer) this.clock = setTimeout(() => (Date.now() < deadline ? this.wait(late) : late()), ms)
  }

  waitNoMore(): void {
    clearTimeout(this.clock)
  }
}

/** The longest time of a timer, in milliseconds. A longer timer would fire at once. */
const longestTimer = 2 ** 31 - 1
