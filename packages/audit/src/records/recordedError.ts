import { type DispatchContext, type Ran, type Refused, type RegisteredTool, refused } from "@toolgate/core"
import * as Cause from "effect/Cause"
import type { Exit } from "effect/Exit"
import * as Predicate from "effect/Predicate"
import type { RecordedError } from "../AuditRecord.ts"
import type { CallRedaction } from "../redaction/CallRedaction.ts"

const shownMessage = 1024

export const recordedError = (redaction: CallRedaction, given: Refused): RecordedError => {
  const error = isWhole(given) ? given : broken
  return { class: error.class, why: error.why, message: redaction.line(error.message, shownMessage) }
}

/** Why a run is not a success: the same judgement as the one that its call is answered with. */
export const errorOf = (
  exit: Exit<Ran, Refused>,
  tool: RegisteredTool,
  context: DispatchContext
): Refused | undefined => {
  if (exit._tag === "Failure") return refusalOf(exit.cause, context)
  return isRan(exit.value) ? failureOf(exit.value, tool) : broken
}

// A sandbox is somebody's code too: what it answers is looked at before it is believed.
const isRan = (value: unknown): value is Ran => Predicate.isObject(value) && Predicate.isObject(value.output)

const isWhole = ({ class: kind, why, message }: Refused): boolean =>
  [kind, why, message].every((text) => typeof text === "string")

const failureOf = ({ error, output }: Ran, tool: RegisteredTool): Refused | undefined => {
  if (error !== undefined) return error
  if (!output.success) return reported
  if (output.value === undefined) return undefined
  const mismatch = tool.checkOutput(output.value)
  return mismatch === undefined ? undefined : refused("ToolFailed", mismatch)
}

const refusalOf = ({ reasons }: Cause.Cause<Refused>, { deadline }: DispatchContext): Refused => {
  const fail = reasons.find(Cause.isFailReason)
  if (fail !== undefined) return Predicate.isTagged(fail.error, "Refused") ? fail.error : broken
  if (reasons.some(Cause.isDieReason)) return broken
  // A run that was interrupted does not say by what.
  return deadline !== undefined && Date.now() >= deadline ? late : cancelled
}

// What a tool prints of its failure is its output, and no part of the record.
const reported = refused("ToolFailed", "The tool reports a failure.")
const broken = refused("InternalError", "The run broke.")
const cancelled = refused("Cancelled", "The call was cancelled.")
const late = refused("TimedOut", "The call did not end before its caller's deadline.")
