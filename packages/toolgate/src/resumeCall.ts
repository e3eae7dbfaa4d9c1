import {
  type DispatchContext,
  isChild,
  type Refused,
  type ResumableCall,
  ResumableCalls,
  refused,
  type ToolExecution
} from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import { type DispatchOptions, ToolDispatchEngine } from "@toolgate/dispatch"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { CallOptions } from "./CallOptions.ts"
import { pickTraceparent } from "./callContext.ts"
import { resumeScript } from "./resumeScript.ts"

/** The options of `resume`. */
export type ResumeOptions = Pick<CallOptions, "signal" | "timeoutMs" | "onEvent" | "onOutput" | "ask" | "traceparent">

/**
 * Runs a deferred call that was approved. Never rejects. `door` is the context through which it is resumed. With `isBound`, only calls of
 * its session, workspace and principal are known.
 */
export const resumeCall = async (
  services: Context.Context<ToolDispatchEngine | ResumableCalls>,
  id: string,
  options: ResumeOptions & DispatchOptions,
  door: DispatchContext,
  isBound = false
): Promise<ToolExecution> => {
  const { timeoutMs, ...listeners } = options
  const deadline = timeoutMs === undefined ? undefined : Date.now() + timeoutMs
  const found = await find(services, id, options)
  const known = "call" in found && !(isBound && isForeign(found, door)) ? found : undefined
  if (known !== undefined && isChild(known.context.caller))
    return resumeScript(services, id, known, deadline, listeners)
  const { call, context, defer, refusal } = known ?? {
    call: { id: typeof id === "string" ? id : "", tool: "", args: {} },
    context: door,
    defer: undefined,
    refusal: "call" in found ? noSuchApproval : found
  }
  return Context.get(services, ToolDispatchEngine).dispatchPromise(
    call,
    { ...context, deadline, ...pickTraceparent(options) },
    { ...listeners, approval: id, defersChildren: defer, refusal: options.refusal ?? refusal }
  )
}

/** Finds the call of an approval, or returns a refusal. Waits at most until the call's deadline. */
const find = async (
  services: Context.Context<ResumableCalls>,
  id: unknown,
  { signal, timeoutMs }: ResumeOptions
): Promise<ResumableCall | Refused> => {
  if (typeof id !== "string") return noSuchApproval
  const got = Effect.suspend(() => Context.get(services, ResumableCalls).get(id)).pipe(
    Effect.map((found) => found ?? noSuchApproval),
    Effect.mapError(({ message }) => refused("StoreUnavailable", `Cannot resume the call: ${message}`)),
    Effect.tapDefect((cause) => Effect.logError("Failed to look up the call of an approval.", cause))
  )
  const timed =
    timeoutMs === undefined ? got : Effect.timeoutOrElse(got, { duration: timeoutMs, orElse: () => Effect.fail(late) })
  // The gate refuses a `signal` of another type.
  const exit = await Effect.runPromiseExitWith(services)(timed, signal instanceof AbortSignal ? { signal } : {})
  if (exit._tag === "Success") return exit.value
  const { cause } = exit
  return cause.reasons.find(Cause.isFailReason)?.error ?? (Cause.hasInterruptsOnly(cause) ? cancelled : broken)
}

const noSuchApproval = refused("PolicyDenied", "Cannot resume the call: unknown approval ID.")
const late = refused("TimedOut", "The call was not resumed before the deadline.")
const cancelled = refused("Cancelled", "The call was cancelled before it was resumed.")
const broken = refused("InternalError", "Cannot resume the call because of an internal error. See the log.", {
  userVisible: false
})

const isForeign = ({ context }: ResumableCall, { session, workspace, principal }: DispatchContext): boolean =>
  context.session !== session ||
  context.workspace !== workspace ||
  canonicalizeJson(context.principal) !== canonicalizeJson(principal)
