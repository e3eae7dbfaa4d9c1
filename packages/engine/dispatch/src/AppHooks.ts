import {
  type DispatchContext,
  DispatchHooks,
  type Gated,
  type Permit,
  type Refused,
  refused,
  type ToolCall
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { callOf } from "./asCall.ts"
import { freezePermit } from "./freezePermit.ts"
import { type HookAnswer, readHookAnswer } from "./hookAnswer.ts"
import { hookFailed } from "./hookFailed.ts"

/** An app's own code around its calls. A hook that throws, rejects, fails, or answers with what is no answer stops the call. */
export interface Hook {
  /**
   * Sees the raw call before anything else does, with its arguments in `args` or in `argsText`. Answering nothing lets the call pass,
   * `stop` ends the call with that reason, and `tool`, `args` or `argsText` replace what was asked for. The answer is a value, a
   * Promise or an Effect.
   */
  readonly onToolCall?: (
    call: ToolCall,
    context: DispatchContext
  ) => HookAnswer | PromiseLike<HookAnswer> | Effect.Effect<HookAnswer, unknown>
  /**
   * Told that a permitted call is about to run. It can look, and change nothing: one that answers with an object, a promise
   * included, expects to be heard, and stops the call.
   */
  readonly onToolStart?: (permit: Permit) => void
}

/**
 * Hooks in the order in which they are asked; each sees what the one before it made of the call. Throws a `TypeError` for what
 * is no hook: one under a name that nobody asks for would let everything pass.
 */
export const layer = (hooks: ReadonlyArray<Hook>) => {
  if (!Array.isArray(hooks)) throw new TypeError("Hooks come as a list.")
  hooks.forEach(check)
  const gates = hooks.flatMap((hook: Hook) => hook.onToolCall?.bind(hook) ?? [])
  const starts = hooks.flatMap((hook: Hook) => hook.onToolStart?.bind(hook) ?? [])
  return Layer.succeed(DispatchHooks, {
    gate: (call, context) => askFrom(0, gates, call, context),
    started: (permit) => {
      if (starts.length === 0) return
      // The sandbox goes by the permit that the hooks are shown.
      freezePermit(permit)
      for (const onToolStart of starts) checkStart(onToolStart(permit))
    }
  })
}

const check = (hook: unknown) => {
  const names = Predicate.isObject(hook) ? Object.keys(hook) : []
  const stray = names.find((name) => /^on/i.test(name) && name !== "onToolCall" && name !== "onToolStart")
  if (stray !== undefined) throw new TypeError(`A hook has "onToolCall" and "onToolStart"; "${stray}" is neither.`)
  const { onToolCall, onToolStart } = (hook ?? {}) as Hook
  if (!Predicate.isFunction(onToolCall) && !Predicate.isFunction(onToolStart))
    throw new TypeError('A hook is an object with a function "onToolCall", "onToolStart" or both.')
}

type Gate = NonNullable<Hook["onToolCall"]>

// A hook that answers at once costs no effect: only one that makes the call wait is worth it.
const askFrom = (
  first: number,
  gates: ReadonlyArray<Gate>,
  request: ToolCall,
  context: DispatchContext
): Gated<ToolCall> => {
  let call = request
  for (let at = first; at < gates.length; at++) {
    const next = ask(gates[at], call, context)
    if (Effect.isEffect(next)) return Effect.flatMap(next, (late) => askFrom(at + 1, gates, late, context))
    if (isRefused(next)) return Effect.fail(next)
    call = next
  }
  return Effect.succeed(call)
}

const ask = (
  gate: Gate | undefined,
  call: ToolCall,
  context: DispatchContext
): ToolCall | Refused | Gated<ToolCall> => {
  try {
    const answer = gate?.(call, context)
    if (Effect.isEffect(answer)) return asked(answer, call, context)
    return Predicate.isPromiseLike(answer)
      ? asked(
          Effect.promise(() => answer),
          call,
          context
        )
      : answer === undefined
        ? call
        : applied(call, answer)
  } catch (cause) {
    return hookFailed(cause, call.id, context)
  }
}

const asked = (answer: Effect.Effect<HookAnswer, unknown>, call: ToolCall, context: DispatchContext): Gated<ToolCall> =>
  Effect.map(answer, (late) => applied(call, late)).pipe(
    Effect.catchCause((cause) => hookFailed(cause, call.id, context)),
    Effect.flatMap((next) => (isRefused(next) ? Effect.fail(next) : Effect.succeed(next)))
  )

const applied = (call: ToolCall, given: unknown): ToolCall | Refused => {
  const answer = readHookAnswer(given)
  if ("stop" in answer) return refused("HookStopped", answer.stop)
  const { args, argsText } = answer.args === undefined && answer.argsText === undefined ? call : answer
  return callOf(call.id, answer.tool ?? call.tool, args, argsText, call.idempotencyKey)
}

const checkStart = (answer: unknown): void => {
  // Its rejection is nobody's any more.
  if (Predicate.isPromiseLike(answer)) answer.then(undefined, () => {})
  if (Predicate.isObjectOrArray(answer) || Predicate.isFunction(answer))
    throw new TypeError(
      'A start hook answered with an object: it only looks, and "onToolCall" is what can stop a call.'
    )
}

const isRefused = (next: ToolCall | Refused): next is Refused => "_tag" in next
