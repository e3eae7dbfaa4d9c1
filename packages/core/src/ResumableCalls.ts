import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Deferral, DispatchContext } from "./DispatchContext.ts"
import type { Refused } from "./Refused.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"
import type { ToolCall } from "./ToolCall.ts"

/** A call that was deferred, as its stored request has it. */
export interface ResumableCall {
  readonly call: ToolCall
  /** The context of the call, without a deadline. A call that is resumed is not deferred again. */
  readonly context: DispatchContext
  /** The way in which the call was deferred: so are its own calls, if its script can be resumed. Absent for one that waited. */
  readonly defer?: Deferral
  /**
   * The reason why the call cannot run now, or `undefined` if it was approved and has not run yet. If the request cannot be read,
   * call and context hold only what a list of requests shows.
   */
  readonly refusal: Refused | undefined
  /** The policy that asked, as far as its gate said so. */
  readonly policy?: PolicySource
}

/** A reference to a policy: where it is written, and the digest of what was written there. */
export interface PolicySource {
  readonly source: string
  readonly digest?: string
}

/**
 * The deferred calls of a gate, which run when somebody resumes them. Whoever resumes a call dispatches it with its approval, and
 * with its `refusal` if it has one.
 *
 * ```ts
 * import { ResumableCalls } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 * import { ToolDispatchEngine } from "toolgate/effect"
 *
 * export const resume = (id: string) =>
 *   Effect.gen(function* () {
 *     const { dispatch } = yield* ToolDispatchEngine
 *     const resumed = yield* (yield* ResumableCalls).get(id)
 *     if (resumed === undefined) return undefined
 *     const { call, context, refusal } = resumed
 *     return yield* dispatch(call, context, { approval: id, refusal })
 *   })
 * ```
 */
export class ResumableCalls extends Context.Service<
  ResumableCalls,
  {
    /** Returns a deferred call by the id of its approval, or `undefined` if there is no such approval. */
    readonly get: (id: string) => Effect.Effect<ResumableCall | undefined, StoreUnavailable>
  }
>()("@toolgate/core/ResumableCalls") {
  /** The calls of a gate that defers none. */
  static readonly layerNone = Layer.succeed(ResumableCalls, { get: () => Effect.succeed(undefined) })
}
