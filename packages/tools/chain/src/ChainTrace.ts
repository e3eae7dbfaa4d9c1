import { createHmac, randomBytes } from "node:crypto"
import type { ToolExecution } from "@toolgate/core"
import type { CallStatus, ChainCallRecord } from "./ChainRunResult.ts"

/** A key of this process: digests of arguments are compared within it. */
const key = randomBytes(32)

/** The calls of one script, as the gate answers them. A call that is not answered yet counts as unknown. */
export class ChainTrace {
  readonly calls: Array<ChainCallRecord> = []

  /** Notes a call. Returns a function that notes its end. */
  begin(tool: string, argsText: string): (execution: ToolExecution) => void {
    const index = this.calls.length
    const args_digest = createHmac("sha256", key).update(argsText).digest("hex")
    const call = { index, tool, args_digest }
    this.calls.push({ ...call, status: "cancelled", duration_ms: 0, executed: "unknown", side_effects: [] })
    return (execution) => {
      const { toolName, durationMs, executed, effects = [] } = execution
      const duration_ms = Math.round(durationMs)
      this.calls[index] = {
        ...call,
        tool: toolName,
        status: statusOf(execution),
        duration_ms,
        executed,
        side_effects: effects
      }
    }
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
