import {
  type CallContext,
  DispatchHooks,
  type Gated,
  type Permit,
  type Refused,
  ready,
  refused,
  type ToolCall
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { hookFailed } from "./hookFailed.ts"

/** An app's own code around its calls. A hook that throws, rejects or fails stops the call. */
export interface Hook {
  /**
   * Sees the raw call before anything else does. Answering nothing lets it pass, `stop` ends it with that reason, and
   * `tool` or `args` go in the place of what was asked for. A value, a Promise or an Effect.
   */
  readonly onToolCall?: (
    call: ToolCall,
    context: CallContext
  ) => HookAnswer | PromiseLike<HookAnswer> | Effect.Effect<HookAnswer, unknown>
  /** Told that a permitted call is about to run. It can look, and change nothing. */
  readonly onToolStart?: (permit: Permit) => void
}

// biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks returns nothing
export type HookAnswer = void | undefined | { readonly stop: string } | Partial<Pick<ToolCall, "tool" | "args">>

/** Hooks in the order in which they are asked; each sees what the one before it made of the call. */
export const layer = (hooks: ReadonlyArray<Hook>) => {
  const gates = hooks.flatMap((hook) => hook.onToolCall?.bind(hook) ?? [])
  const starts = hooks.flatMap((hook) => hook.onToolStart?.bind(hook) ?? [])
  return Layer.succeed(DispatchHooks, {
    gate: (call, context) => askFrom(0, gates, call, context),
    started: (permit) => {
      for (const onToolStart of starts) onToolStart(permit)
    }
  })
}

type Gate = NonNullable<Hook["onToolCall"]>

// A hook that answers at once costs no effect: only one that makes the call wait is worth it.
const askFrom = (
  first: number,
  gates: ReadonlyArray<Gate>,
  request: ToolCall,
  context: CallContext
): Gated<ToolCall> => {
  let call = request
  for (let at = first; at < gates.length; at++) {
    const asked = call
    const answer = ask(gates[at], asked, context)
    if (Effect.isEffect(answer))
      return Effect.flatMap(answer, (late) => {
        const next = applied(asked, late)
        return isRefused(next) ? Effect.fail(next) : askFrom(at + 1, gates, next, context)
      })
    const next = applied(asked, answer)
    if (isRefused(next)) return Effect.fail(next)
    call = next
  }
  return ready(call)
}

const ask = (gate: Gate | undefined, call: ToolCall, context: CallContext): HookAnswer | Gated<HookAnswer> => {
  try {
    const answer = gate?.(call, context)
    if (Effect.isEffect(answer)) return Effect.catchCause(answer, hookFailed)
    return Predicate.isPromiseLike(answer)
      ? Effect.catchCause(
          Effect.promise(() => answer),
          hookFailed
        )
      : answer
  } catch (cause) {
    return hookFailed(cause)
  }
}

const applied = (call: ToolCall, answer: HookAnswer): ToolCall | Refused => {
  if (!answer) return call
  if ("stop" in answer) return refused("HookStopped", answer.stop)
  return { id: call.id, tool: answer.tool ?? call.tool, args: answer.args ?? call.args }
}

const isRefused = (next: ToolCall | Refused): next is Refused => "_tag" in next
