import {
  type Args,
  type Ran,
  type Refused,
  refused,
  type ToolCall,
  type ToolExecution,
  type ToolOutput
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import type { Exit } from "effect/Exit"
import type { CallInFlight } from "./CallInFlight.ts"
import { cancelled, internalError } from "./reasons.ts"

/** Turns every way in which a call can end into its one answer. `now` is a time of `performance.now()`. */
export const answerOf = (flight: CallInFlight, exit: Exit<Ran, Refused>, now: number): ToolExecution => {
  const ran = exit._tag === "Success" ? exit.value : undefined
  const error = ran === undefined ? refusalOf(flight, exit) : errorOf(flight, ran)
  return {
    callId: flight.callId,
    toolName: flight.tool === undefined ? flight.call.tool : flight.tool.name,
    arguments: flight.args ?? shownArgs(flight.call),
    success: error === undefined,
    output: ran === undefined ? nothing : ran.output,
    error,
    executed: flight.executed,
    sandbox: flight.permit?.grant.sandbox,
    enforced: ran?.enforced,
    durationMs: now - flight.begunAt,
    waitedMs: flight.begunAt - flight.startedAt
  }
}

/** A result that its tool calls a failure, or that is not what its tool promises, is a failure. */
const errorOf = ({ tool }: CallInFlight, { error, output }: Ran): Refused | undefined => {
  if (error !== undefined) return error
  if (!output.success) return refused("ToolFailed", textOf(output) ?? "The tool reports a failure.")
  if (output.value === undefined) return undefined
  const mismatch = tool?.checkOutput(output.value)
  return mismatch === undefined ? undefined : refused("ToolFailed", mismatch)
}

const refusalOf = (flight: CallInFlight, exit: Exit<unknown, Refused>): Refused => {
  if (exit._tag === "Success") return internalError
  const { cause } = exit
  const fail = cause.reasons.find(Cause.isFailReason)
  if (fail !== undefined) return fail.error
  if (cause.reasons.some(Cause.isDieReason)) return internalError
  return flight.reason ?? cancelled
}

/** The text that a person and a model would read of an output, if it has any. */
const textOf = (output: ToolOutput): string | undefined => output.content.find((block) => block.type === "text")?.text

// Arguments that nobody validated are shown as they came, if they came as an object.
const shownArgs = ({ args }: ToolCall): Args | undefined =>
  "value" in args && typeof args.value === "object" && args.value !== null && !Array.isArray(args.value)
    ? (args.value as Args)
    : undefined

const nothing: ToolOutput = Object.freeze({ content: [], success: false, metadata: {} })
