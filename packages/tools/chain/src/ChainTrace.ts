import { createHmac, randomBytes } from "node:crypto"
import type { ToolExecution } from "@toolgate/core"
import type { CallStatus, ChainCallRecord } from "./ChainRunResult.ts"

/** A key of this process: digests of arguments are compared within it. */
const key = randomBytes(32)

/** What became of a call of a script. */
export type CallOutcome = Omit<ChainCallRecord, "index" | "args_digest">

/** A call of a script in its trace. */
export class TracedCall {
  readonly index: number
  private readonly calls: Array<ChainCallRecord>

  constructor(calls: Array<ChainCallRecord>, tool: string, argsText: string) {
    this.calls = calls
    this.index = calls.length
    const args_digest = createHmac("sha256", key).update(argsText).digest("hex")
    const nothing = { status: "cancelled", duration_ms: 0, executed: "no", side_effects: [] } as const
    calls.push({ index: this.index, tool, args_digest, ...nothing })
  }

  /** Notes that the call is made. Until it is answered, nobody knows whether it takes effect. */
  made(): void {
    this.note({ executed: "unknown" })
  }

  note(outcome: Partial<CallOutcome>): void {
    const known = this.calls[this.index]
    if (known !== undefined) this.calls[this.index] = { ...known, ...outcome }
  }
}

/** The calls of one script, as the gate answers them. */
export class ChainTrace {
  readonly calls: Array<ChainCallRecord> = []

  begin(tool: string, argsText: string): TracedCall {
    return new TracedCall(this.calls, tool, argsText)
  }
}

/** Returns what became of a call that the gate has answered. */
export const outcomeOf = (execution: ToolExecution): CallOutcome => {
  const { toolName, durationMs, executed, effects = [] } = execution
  return {
    tool: toolName,
    status: statusOf(execution),
    duration_ms: Math.round(durationMs),
    executed,
    side_effects: effects
  }
}

/** Returns the way in which a call ended. */
export const statusOf = ({ success, pending, error }: ToolExecution): CallStatus => {
  if (success) return "ok"
  if (pending !== undefined) return "pending"
  switch (error?.class) {
    case "permission_denied":
    case "user_denied":
    case "confirmation_timeout":
      return "denied"
    case "not_found":
    case "validation_error":
      return "invalid"
    case "timeout":
    case "cancelled":
      return error.class
    default:
      return "error"
  }
}
