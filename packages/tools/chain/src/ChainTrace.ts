import { createHmac } from "node:crypto"
import type { BrokeredCall, ToolExecution } from "@toolgate/core"
import type { CallStatus, ChainCallRecord } from "./ChainRunResult.ts"

/** The outcome of a call of a script. */
export type CallOutcome = Omit<ChainCallRecord, "index" | "args_digest">

/** A call of a script in its trace. */
export class TracedCall {
  readonly index: number
  private readonly calls: Array<ChainCallRecord>

  constructor(calls: Array<ChainCallRecord>, index: number) {
    this.calls = calls
    this.index = index
  }

  /** Records that a call starts. Until it is answered, its effects are unknown. */
  made(): void {
    this.note({ executed: "unknown" })
  }

  note(outcome: Partial<CallOutcome>): void {
    const known = this.calls[this.index]
    if (known !== undefined) this.calls[this.index] = { ...known, ...outcome }
  }
}

/** The calls of a script with the gate's answers. A resumed script starts with its earlier calls. */
export class ChainTrace {
  readonly calls: Array<ChainCallRecord>
  private readonly key: string
  private made = 0

  /** `key` makes the digests of arguments, which can be compared within one trace. */
  constructor(key: string, before: ReadonlyArray<ChainCallRecord> = []) {
    this.key = key
    this.calls = [...before]
  }

  begin({ tool, argsText }: Pick<BrokeredCall, "tool" | "argsText">): TracedCall {
    const index = this.made++
    this.calls[index] ??= { index, tool, args_digest: computeDigest(this.key, argsText), ...notMade }
    return new TracedCall(this.calls, index)
  }
}

const notMade = { status: "cancelled", duration_ms: 0, executed: "no", side_effects: [] } as const

/** Returns the keyed digest of a text. */
export const computeDigest = (key: string, text: string): string => createHmac("sha256", key).update(text).digest("hex")

/** Returns the outcome of an answered call. */
export const getOutcome = (execution: ToolExecution): CallOutcome => {
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
