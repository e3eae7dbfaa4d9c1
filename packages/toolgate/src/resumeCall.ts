import {
  canonicalJson,
  type DispatchContext,
  type ResumableCall,
  ResumableCalls,
  refused,
  type ToolExecution
} from "@toolgate/core"
import { type DispatchOptions, ToolDispatchEngine } from "@toolgate/dispatch"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { CallOptions } from "./CallOptions.ts"

/** The options of `resume`. */
export type ResumeOptions = Pick<CallOptions, "signal" | "timeoutMs" | "onEvent" | "onOutput">

/**
 * Runs a deferred call that was approved. Always answers. `door` is the context of the door that it comes through: with `isBound`,
 * only the calls of its session and its principal are known there.
 */
export const resumeCall = async (
  services: Context.Context<ToolDispatchEngine | ResumableCalls>,
  id: string,
  options: ResumeOptions & DispatchOptions,
  door: DispatchContext,
  isBound = false
): Promise<ToolExecution> => {
  const engine = Context.get(services, ToolDispatchEngine)
  const found = await Effect.runPromise(
    typeof id === "string" ? Effect.result(Context.get(services, ResumableCalls).get(id)) : unknown
  )
  const known = found._tag === "Success" && !(isBound && isForeign(found.success, door)) ? found.success : undefined
  const { call, context, refusal } = known ?? {
    call: { id: String(id), tool: "", args: {} },
    context: door,
    refusal:
      found._tag === "Failure"
        ? refused("StoreUnavailable", `The call cannot be resumed: ${found.failure.message}`)
        : refused("PolicyDenied", "The call cannot be resumed: there is no approval of this id here.")
  }
  const { timeoutMs, ...listeners } = options
  const deadline = timeoutMs === undefined ? undefined : Date.now() + timeoutMs
  return engine.dispatchPromise(
    call,
    { ...context, deadline },
    { ...listeners, approval: id, refusal: options.refusal ?? refusal }
  )
}

const unknown = Effect.result(Effect.succeed(undefined))

const isForeign = (found: ResumableCall | undefined, { session, principal }: DispatchContext): boolean =>
  found !== undefined &&
  (found.context.session !== session || canonicalJson(found.context.principal) !== canonicalJson(principal))
