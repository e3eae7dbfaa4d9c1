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
import { callOf } from "../line/readCall.ts"
import { type HookAnswer, readHookAnswer } from "./hookAnswer.ts"
import { stopAfterHookFailure } from "./stopAfterHookFailure.ts"

/**
 * An app's code around its calls. A hook that throws, rejects, fails or returns an invalid answer stops the call.
 *
 * ```ts
 * import { builtins, createToolgate, type Hook } from "toolgate"
 *
 * const onlyTen: () => Hook = () => {
 *   let left = 10
 *   return { onToolCall: () => (left-- > 0 ? undefined : { stop: "Ten calls were made." }) }
 * }
 * export const gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), hooks: [onlyTen()] })
 * ```
 */
export interface Hook {
  /**
   * Sees the raw call first, with its arguments in `args` or `argsText`. Without an answer, the call continues. `stop`
   * ends the call with a reason; `tool`, `args` and `argsText` replace those of the call. The answer is a value, a Promise
   * or an Effect.
   */
  readonly onToolCall?: (
    call: ToolCall,
    context: DispatchContext
  ) => HookAnswer | PromiseLike<HookAnswer> | Effect.Effect<HookAnswer, unknown>
  /**
   * Sees the permit of a call that is about to run, and cannot change it. A hook that returns an object or a promise stops
   * the call, because its author expects the answer to matter.
   */
  readonly onToolStart?: (permit: Permit) => void
}

/**
 * Builds the hooks of a gate. They run in this order, each with the call as changed by the previous one. Throws a
 * `TypeError` for an invalid hook: a misspelt hook would never run and let every call pass.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { DispatchHooks } from "@toolgate/core"
 * import { AppHooks } from "@toolgate/dispatch"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const hooks = AppHooks.layer([
 *   { onToolCall: ({ tool }) => (tool === "deploy" ? { stop: "Nothing is deployed on a Friday." } : undefined) }
 * ])
 * const { context } = makePermissionRequest()
 * const gate = Effect.flatMap(DispatchHooks, (one) => one.gate({ id: "1", tool: "deploy", args: {} }, context))
 * const { why, message } = await Effect.runPromise(Effect.flip(Effect.provide(gate, hooks)))
 * assert.equal(why, "HookStopped")
 * assert.match(message, /Nothing is deployed on a Friday\./)
 * ```
 */
export const layer = (hooks: ReadonlyArray<Hook>) => {
  if (!Array.isArray(hooks)) throw new TypeError("Hooks must be an array, as in [{ onToolCall }].")
  hooks.forEach(check)
  const gates = hooks.flatMap((hook: Hook) => hook.onToolCall?.bind(hook) ?? [])
  const starts = hooks.flatMap((hook: Hook) => hook.onToolStart?.bind(hook) ?? [])
  return Layer.succeed(DispatchHooks, {
    gate: (call, context) => askFrom(0, gates, call, context),
    started: (permit) => {
      if (starts.length === 0) return
      // The sandbox relies on this permit, so hooks must not change it.
      freezePermit(permit)
      for (const onToolStart of starts) checkStart(onToolStart(permit))
    }
  })
}

const check = (hook: unknown) => {
  const names = Predicate.isObject(hook) ? Object.keys(hook) : []
  const stray = names.find((name) => /^on/i.test(name) && name !== "onToolCall" && name !== "onToolStart")
  if (stray !== undefined)
    throw new TypeError(`"${stray}" is not a hook; a hook can have "onToolCall" and "onToolStart".`)
  const { onToolCall, onToolStart } = (hook ?? {}) as Hook
  if (!Predicate.isFunction(onToolCall) && !Predicate.isFunction(onToolStart))
    throw new TypeError('A hook is an object with a function "onToolCall", "onToolStart" or both.')
}

type Gate = NonNullable<Hook["onToolCall"]>

// Avoids effects for hooks that answer synchronously.
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
    return stopAfterHookFailure(cause, call, context)
  }
}

const asked = (answer: Effect.Effect<HookAnswer, unknown>, call: ToolCall, context: DispatchContext): Gated<ToolCall> =>
  Effect.map(answer, (late) => applied(call, late)).pipe(
    Effect.catchCause((cause) => stopAfterHookFailure(cause, call, context)),
    Effect.flatMap((next) => (isRefused(next) ? Effect.fail(next) : Effect.succeed(next)))
  )

const applied = (call: ToolCall, given: unknown): ToolCall | Refused => {
  const answer = readHookAnswer(given)
  if ("stop" in answer) return refused("HookStopped", answer.stop)
  const { args, argsText } = answer.args === undefined && answer.argsText === undefined ? call : answer
  return callOf(call.id, answer.tool ?? call.tool, args, argsText, call.idempotencyKey)
}

const checkStart = (answer: unknown): void => {
  // The promise is not awaited; avoid an unhandled rejection.
  if (Predicate.isPromiseLike(answer)) answer.then(undefined, () => {})
  if (Predicate.isObjectOrArray(answer) || Predicate.isFunction(answer))
    throw new TypeError('"onToolStart" answered with an object, but cannot stop a call: "onToolCall" can.')
}

const isRefused = (next: ToolCall | Refused): next is Refused => "_tag" in next

/** Deep-freezes a permit in place, apart from the parts that are already frozen. */
const freezePermit = (permit: Permit): void => {
  const { request, grant } = permit
  deepFreeze(request.resources)
  deepFreeze(request.given)
  deepFreeze(permit.approval)
  Object.freeze(request)
  if (!frozenGrants.has(grant)) freezeGrant(grant)
  Object.freeze(permit.because)
  Object.freeze(permit)
}

/** Frozen grants. Most calls of a tool share a grant, and a look-up is cheaper than freezing. */
const frozenGrants = new WeakSet<Permit["grant"]>()

const freezeGrant = (grant: Permit["grant"]): void => {
  const { access } = grant
  deepFreeze(access.files)
  deepFreeze(access.hosts)
  deepFreeze(access.env)
  deepFreeze(access.path)
  Object.freeze(grant.limits)
  Object.freeze(access)
  Object.freeze(grant)
  frozenGrants.add(grant)
}

const deepFreeze = (data: unknown): void => {
  if (typeof data !== "object" || data === null || Object.isFrozen(data)) return
  Object.freeze(data)
  for (const part of Object.values(data)) deepFreeze(part)
}
