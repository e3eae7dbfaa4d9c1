import {
  type Args,
  listEffects,
  type Ran,
  type Refused,
  type RegisteredTool,
  type Replayed,
  refused,
  type ToolCall,
  type ToolExecution,
  type ToolOutput
} from "@toolgate/core"
import { copyJson, NotJson, parseJsonObject } from "@toolgate/core/json"
import * as Cause from "effect/Cause"
import * as Predicate from "effect/Predicate"
import type { CallInFlight } from "../call/CallInFlight.ts"
import type { CallForms } from "../forms/CallForms.ts"
import type { Failed } from "../line/runLine.ts"
import { cancelled, internalError } from "../reasons.ts"

/** Returns the answer to a call. `now` is a `performance.now()` time. Never throws. */
export const makeAnswer = (
  flight: CallInFlight,
  given: Ran | undefined,
  failure: Failed | undefined,
  now: number,
  mismatch?: string
): ToolExecution => {
  const ran = failure === undefined && isRan(given) ? given : undefined
  const ended = ran === undefined ? endOf(flight, failure) : errorOf(ran, mismatch)
  if (ended?._tag === "Replayed") return replayOf(flight, ended, now)
  const plain = answerWith(flight, ran, ended, now)
  const { forms } = flight.life
  const answer = forms === undefined ? withPending(plain, ended) : withForms(plain, forms)
  const { extended } = flight.progress
  return ended === undefined || extended === undefined ? answer : extended.explainFailure(answer)
}

const withPending = (answer: ToolExecution, ended: Refused | undefined): ToolExecution =>
  ended?.pending === undefined ? answer : { ...answer, pending: ended.pending }

const withForms = (answer: ToolExecution, { asked }: CallForms): ToolExecution =>
  asked.length === 0 ? answer : { ...answer, forms: [...asked] }

const replayOf = (flight: CallInFlight, { executed, output, error }: Replayed, now: number): ToolExecution => ({
  ...answerWith(flight, undefined, error, now),
  executed,
  output,
  ...(error?.pending === undefined ? {} : { pending: error.pending }),
  replayed: true
})

/** Returns an answer that reports a failed record, and keeps the outcome of the call. */
export const markUnrecorded = (answer: ToolExecution): ToolExecution => {
  const { error } = answer
  const message = `${error === undefined ? "The call has ended." : error.message} Its outcome could not be recorded.`
  return { ...answer, success: false, error: refused("AuditUnavailable", message, error?.details) }
}

const answerWith = (
  flight: CallInFlight,
  ran: Ran | undefined,
  error: Refused | undefined,
  now: number
): ToolExecution => {
  const { callId, waitedMs, life, progress } = flight
  const { tool, call, args, permit } = progress
  // Waiting inside the run does not count as running time.
  const waitedInRun = life.runWaitedMs(now)
  return {
    callId,
    toolName: tool === undefined ? call.tool : tool.definition.name,
    effects: tool === undefined ? undefined : listEffects(tool.definition),
    arguments: args ?? shownArgs(call),
    success: error === undefined,
    output: ran === undefined ? nothing : ran.output,
    error,
    executed: life.executed === "no" ? "no" : executedBy(ran),
    sandbox: permit?.grant.sandbox,
    enforced: ran?.enforced,
    durationMs:
      life.executed === "no"
        ? Math.max(0, now - life.startedAt - waitedMs)
        : Math.max(0, now - life.begunAt - waitedInRun),
    waitedMs: waitedMs + waitedInRun
  }
}

const executedBy = (ran: Ran | undefined): ToolExecution["executed"] =>
  ran?.executed === "no" || ran?.executed === "unknown" ? ran.executed : "yes"

/**
 * Whether a value is a run's outcome. Sandboxes, policies, logs and hooks may be third-party code, so their answers are
 * validated.
 */
export const isRan = (value: unknown): value is Ran =>
  Predicate.isObject(value) &&
  Predicate.isObject(value.output) &&
  Array.isArray(value.output.content) &&
  value.output.content.every(Predicate.isObject)

const isRefused = (value: unknown): value is Refused => Predicate.isTagged(value, "Refused")

// Only the audit log may replace a run with an earlier answer, and only before the call starts.
const isReplay = ({ progress, life }: CallInFlight, value: unknown): value is Replayed =>
  progress.entry !== undefined &&
  life.executed === "no" &&
  Predicate.isTagged(value, "Replayed") &&
  isRan(value) &&
  (value.error === undefined || isRefused(value.error)) &&
  outcomes.has(value.executed)

const outcomes = new Set<unknown>(["no", "yes", "unknown"])

/**
 * Returns the reason why a result does not match the tool's schema, or `undefined` if it does. The answer is an effect if
 * the check is asynchronous.
 */
export const findMismatch = (
  { progress: { tool } }: CallInFlight,
  given: Ran | undefined,
  failure: Failed | undefined
): ReturnType<RegisteredTool["checkOutput"]> =>
  failure === undefined && isRan(given) && succeeded(given) ? tool?.checkOutput(given.output.value) : undefined

const succeeded = ({ error, output }: Ran) => error === undefined && output.success && output.value !== undefined

/** Returns the failure of a run: its error, a failure reported by the tool, or a mismatch with the tool's schema. */
const errorOf = ({ error, output }: Ran, mismatch: string | undefined): Refused | undefined => {
  if (error !== undefined) return error
  if (!output.success) return refused("ToolFailed", textOf(output) ?? "The tool reports a failure.")
  return mismatch === undefined ? undefined : refused("ToolFailed", mismatch)
}

const endOf = (flight: CallInFlight, failure: Failed | undefined): Refused | Replayed => {
  if (failure?._tag !== "Failure") return internalError
  const { reasons } = failure.cause
  const fail: { readonly error: unknown } | undefined = reasons.find(Cause.isFailReason)
  if (fail !== undefined) return isRefused(fail.error) || isReplay(flight, fail.error) ? fail.error : internalError
  return reasons.some(Cause.isDieReason) ? internalError : (flight.reason ?? cancelled)
}

const textOf = (output: ToolOutput): string | undefined => output.content.find((block) => block.type === "text")?.text

/** Returns the unvalidated arguments of a call, if they are an object within the limits. */
const shownArgs = ({ args, argsText }: ToolCall): Args | undefined => {
  const given =
    typeof argsText !== "string" ? args : argsText.length > shown.characters ? undefined : parseJsonObject(argsText)
  if (!Predicate.isObject(given)) return undefined
  const copied = copyJson(given, { ...shown })
  return copied instanceof NotJson ? undefined : (copied as Args)
}

/** The limits on returned arguments. The depth must not overflow the stack of code that walks through them. */
const shown = { depth: 128, nodes: 100_000, characters: 1024 * 1024 }

const nothing: ToolOutput = Object.freeze({ content: [], success: false, metadata: {} })
