import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { Deferral, DispatchContext } from "./DispatchContext.ts"
import type { AttachedApproval } from "./AttachedApproval.ts"
import type { Args } from "./json/Json.ts"
import type { Gated } from "./Refused.ts"
import type { RunRecording } from "./ScriptBroker.ts"
import type { RegisteredTool } from "./Tool.ts"
import type { ToolExecution } from "./ToolExecution.ts"

/** A call as an extension sees it. */
export interface ExtensibleCall {
  readonly callId: string
  readonly context: DispatchContext
  /** The way in which the calls that this call makes are deferred. Absent: they wait for a person. */
  readonly deferral: Deferral | undefined
  /** The arguments whose secrets no log line about the call shows. */
  readonly loggedArgs: ReadonlyArray<unknown>
}

/** The additions of an extension to one call. */
export interface ExtendedCall {
  /** The arguments that replace those of the call. */
  readonly args?: Args | undefined
  /** The approval with which the call is resumed. */
  readonly approval?: AttachedApproval | undefined
  /** The way in which the calls that this call makes are deferred, in place of what the call says. */
  readonly deferral?: Deferral | undefined
  /** Whether the call goes on with something that was permitted before. Its request says so. */
  readonly goesOn: boolean
  /** Returns the record for the sandbox that runs the call. */
  readonly recordingFor: (call: ExtensibleCall) => RunRecording
  /** Returns the effect that gives back what is held for a call that ends before its run took it, if anything is held. */
  readonly release: () => Effect<void, unknown> | undefined
  /** Returns the answer to a call that failed, from the answer that it would have otherwise. */
  readonly explainFailure: (answer: ToolExecution) => ToolExecution
}

/**
 * An extension of the gate: it may have a call go on with what an earlier call has begun. Asked about each call once its arguments are
 * valid, and before the policy is. An extension can refuse a call, and never permits one.
 *
 * ```ts
 * import { CallExtension } from "@toolgate/core"
 * import * as Layer from "effect/Layer"
 *
 * export const nothing = Layer.succeed(CallExtension, { extend: () => undefined })
 * ```
 */
export class CallExtension extends Context.Service<
  CallExtension,
  {
    /** Returns what is added to a call, or `undefined` if the call does not concern the extension. */
    readonly extend: (tool: RegisteredTool, args: Args, call: ExtensibleCall) => Gated<ExtendedCall> | undefined
  }
>()("@toolgate/core/CallExtension") {}
