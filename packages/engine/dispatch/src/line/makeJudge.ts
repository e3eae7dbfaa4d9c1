import {
  type DispatchContext,
  type Gated,
  type Judgement,
  logOfCall,
  type PermissionRequest,
  type Refused,
  type RuntimePolicy,
  refuse,
  type ToolCall
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { cancelled, internalError } from "../reasons.ts"
import { Progress } from "./Progress.ts"
import { MalformedCall } from "./readCall.ts"
import type { LineStep } from "./runLine.ts"
import { buildRequestSteps, type DecidedCall, type DecidingParts } from "./steps.ts"

/** Returns functions that take a call to its request or to the verdict on it. */
export const makeJudge = (parts: DecidingParts) => {
  const steps = buildRequestSteps(parts)
  const request = (
    call: ToolCall | MalformedCall,
    context: DispatchContext
  ): Effect.Effect<PermissionRequest, Refused> =>
    Effect.catchCause(requestFor(steps, call, Object.freeze(context)), (cause) =>
      Effect.flatMap(refusalIn(cause, call, context), Effect.fail)
    )
  const judge = (call: ToolCall | MalformedCall, context: DispatchContext): Effect.Effect<Judgement> =>
    Effect.catchCause(
      Effect.gen(function* () {
        const made = yield* requestFor(steps, call, Object.freeze(context))
        return sound(yield* judgementOf(parts.policy, made))
      }),
      (cause) => Effect.map(refusalIn(cause, call, context), denyOf)
    )
  return { judge, request }
}

const requestFor = (
  steps: ReadonlyArray<LineStep<DecidedCall>>,
  call: ToolCall | MalformedCall,
  context: DispatchContext
): Effect.Effect<PermissionRequest, Refused> => {
  if (call instanceof MalformedCall) return Effect.fail(call.refusal)
  const progress = new Progress(call, { callId: call.id, context })
  const decided = { progress, callId: call.id, context, deferral: undefined, loggedArgs: [call.args ?? call.argsText] }
  return Effect.gen(function* () {
    for (const { ask, keep } of steps) {
      // These steps need no slots, and only the audit log could answer with a replay.
      const answer = yield* ask(decided) as Gated<never>
      keep?.(decided, answer)
    }
    return progress.request as PermissionRequest
  })
}

const judgementOf = (policy: RuntimePolicy["Service"], request: PermissionRequest): Gated<Judgement> =>
  policy.judge?.(request) ??
  refuse(
    "PolicyDenied",
    "The policy of this gate decides about calls only as they are made; it cannot judge one before."
  )

const sound = (judgement: Judgement): Judgement => {
  const { decision, because, grant, question, refusal } = judgement as Partial<Record<string, unknown>>
  const isSound =
    decision === "deny"
      ? Predicate.isTagged(refusal, "Refused")
      : (decision === "allow" || (decision === "ask" && Predicate.isObject(question))) &&
        Predicate.isObject(because) &&
        Predicate.isObject(grant)
  if (!isSound) throw new TypeError("The policy returned an invalid judgement.")
  return judgement
}

const denyOf = (refusal: Refused): Judgement => ({ decision: "deny", refusal })

/** Returns the refusal of a step, and logs unexpected errors. */
const refusalIn = (
  cause: Cause.Cause<Refused>,
  call: ToolCall | MalformedCall,
  context: DispatchContext
): Effect.Effect<Refused> => {
  const refusal: unknown = cause.reasons.find(Cause.isFailReason)?.error
  if (Predicate.isTagged(refusal, "Refused")) return Effect.succeed(refusal as Refused)
  if (Cause.hasInterruptsOnly(cause)) return Effect.succeed(cancelled)
  return Effect.as(
    logOfCall(
      Effect.logError("A step of the gate failed; the call was judged as denied.", cause),
      call instanceof MalformedCall ? [] : [call.args ?? call.argsText],
      call.id,
      context,
      call.tool
    ),
    internalError
  )
}
