import { type CallContext, DispatchHooks, type Gated, type Permit, ready, refuse, type ToolCall } from "@toolgate/core"
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
export const layer = (hooks: ReadonlyArray<Hook>) =>
  Layer.succeed(DispatchHooks, {
    gate: hooks.some((hook) => hook.onToolCall !== undefined) ? (call, context) => askAll(hooks, call, context) : ready,
    started: (permit) => {
      for (const hook of hooks) hook.onToolStart?.(permit)
    }
  })

const askAll = Effect.fnUntraced(function* (hooks: ReadonlyArray<Hook>, request: ToolCall, context: CallContext) {
  let call = request
  for (const hook of hooks) {
    if (hook.onToolCall === undefined) continue
    const answer = yield* ask(hook.onToolCall, call, context)
    if (!answer) continue
    if ("stop" in answer) return yield* refuse("HookStopped", answer.stop)
    call = { ...call, tool: answer.tool ?? call.tool, args: answer.args ?? call.args }
  }
  return call
})

const ask = (onToolCall: NonNullable<Hook["onToolCall"]>, call: ToolCall, context: CallContext): Gated<HookAnswer> =>
  Effect.suspend(() => {
    const answer = onToolCall(call, context)
    if (Effect.isEffect(answer)) return answer
    return Predicate.isPromiseLike(answer) ? Effect.promise(() => answer) : ready(answer)
  }).pipe(Effect.catchCause((cause) => hookFailed(cause)))
