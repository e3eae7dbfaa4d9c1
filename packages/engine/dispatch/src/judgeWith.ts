import {
  type DispatchContext,
  type DispatchHooks,
  type Gated,
  type Judgement,
  logOfCall,
  type PermissionRequest,
  type Refused,
  type Resources,
  type RuntimePolicy,
  refuse,
  type ToolCall,
  type ToolRegistry,
  type Visibility
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { MalformedCall } from "./asCall.ts"
import { cancelled, internalError } from "./reasons.ts"
import { requestOf } from "./requestOf.ts"
import { withinTurn } from "./turn/turnRefusal.ts"

/** The parts of a gate that decide about a call. */
interface Deciding {
  readonly hooks: DispatchHooks["Service"]
  readonly registry: ToolRegistry["Service"]
  readonly visibility: Visibility["Service"]
  readonly resolver: Resources["Service"]
  readonly policy: RuntimePolicy["Service"]
}

/** Returns functions that take a call through the steps of a dispatch, up to its request or to the verdict, and no further. */
export const judgeWith = ({ hooks, registry, visibility, resolver, policy }: Deciding) => {
  // biome-ignore format: one step a line
  const steps = Effect.fnUntraced(function* (given: ToolCall | MalformedCall, context: DispatchContext) {
    if (given instanceof MalformedCall) return yield* Effect.fail(given.refusal)
    const call      = yield* hooks.gate(given, context)
    const tool      = yield* registry.lookup(call.tool) ?? visibility.unknown(call.tool, context)
                      yield* withinTurn(call, tool.definition, context, visibility)
    const args      = yield* tool.parse(call)
    const resources = yield* resolver.resolve(tool.definition, args, context)
    return            requestOf(call, tool, args, resources, context, undefined)
  })
  const request = (
    call: ToolCall | MalformedCall,
    context: DispatchContext
  ): Effect.Effect<PermissionRequest, Refused> =>
    Effect.catchCause(steps(call, Object.freeze(context)), (cause) =>
      Effect.flatMap(refusalIn(cause, call, context), Effect.fail)
    )
  const verdict = Effect.fnUntraced(function* (call: ToolCall | MalformedCall, context: DispatchContext) {
    const made = yield* steps(call, Object.freeze(context))
    return sound(yield* judgementOf(policy, made))
  })
  const judge = (call: ToolCall | MalformedCall, context: DispatchContext): Effect.Effect<Judgement> =>
    Effect.catchCause(verdict(call, context), (cause) => Effect.map(refusalIn(cause, call, context), denyOf))
  return { judge, request }
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
  if (!isSound) throw new TypeError("The policy answered with a value that is no judgement.")
  return judgement
}

const denyOf = (refusal: Refused): Judgement => ({ decision: "deny", refusal })

/** Returns the refusal of a step. What broke instead of refusing is logged. */
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
      Effect.logError("A step of the gate broke; the call was judged as denied.", cause),
      call instanceof MalformedCall ? [] : [call.args ?? call.argsText],
      call.id,
      context,
      call.tool
    ),
    internalError
  )
}
