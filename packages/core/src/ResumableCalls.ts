import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Deferral, DispatchContext } from "./DispatchContext.ts"
import type { Refused } from "./Refused.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"
import type { ToolCall } from "./ToolCall.ts"

/** A deferred call, restored from its stored request. */
export interface ResumableCall {
  readonly call: ToolCall
  /** The context without its deadline. A resumed call is not deferred again. */
  readonly context: DispatchContext
  /** The deferral of the call. Child calls of a resumable script are deferred in the same way. Absent if the call waited. */
  readonly defer?: Deferral
  /**
   * The reason why the call cannot run now, or `undefined` if it was approved and has not run yet. If the request cannot
   * be read, `call` and `context` have only the fields of a list entry.
   */
  readonly refusal: Refused | undefined
  /** The policy that asked, if its gate recorded one. */
  readonly policy?: PolicySource
}

/** A reference to a policy: its location and the digest of its content. */
export interface PolicySource {
  readonly source: string
  readonly digest?: string
}

/**
 * The deferred calls of a gate. To resume a call, dispatch it with its approval, and with its `refusal` if there is one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ResumableCalls } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 * import { createToolgate, defineTool } from "toolgate"
 * import { partsOf } from "toolgate/effect"
 *
 * const parameters = { type: "object" } as const
 * const execute = () => "Deployed."
 * const deploy = defineTool({ name: "deploy", description: "Deploys.", parameters, sideEffects: "NETWORK", execute })
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [deploy], onAsk: "wait" })
 * const { pending } = await gate.dispatch({ id: "1", tool: "deploy", args: {} }, { defer: {} })
 *
 * const find = Effect.flatMap(ResumableCalls, ({ get }) => get(pending?.approvalId ?? ""))
 * const resumable = await Effect.runPromiseWith(partsOf(gate).services)(find)
 * // The call cannot be resumed before a person has approved it.
 * assert.deepEqual([resumable?.call.tool, resumable?.refusal?.why], ["deploy", "ApprovalPending"])
 * ```
 */
export class ResumableCalls extends Context.Service<
  ResumableCalls,
  {
    /** Returns the deferred call of an approval, or `undefined` if the approval does not exist. */
    readonly get: (id: string) => Effect.Effect<ResumableCall | undefined, StoreUnavailable>
  }
>()("@toolgate/core/ResumableCalls") {
  /** For a gate that does not defer calls. */
  static readonly layerNone = Layer.succeed(ResumableCalls, { get: () => Effect.succeed(undefined) })
}
