import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { AttachedApproval } from "./AttachedApproval.ts"
import type { Deferral, DispatchContext } from "./DispatchContext.ts"
import type { Args } from "./json/Json.ts"
import type { Gated } from "./Refused.ts"
import type { RunRecording } from "./ScriptBroker.ts"
import type { RegisteredTool } from "./Tool.ts"
import type { ToolExecution } from "./ToolExecution.ts"

/** A call as an extension sees it. */
export interface ExtensibleCall {
  readonly callId: string
  readonly context: DispatchContext
  /** The deferral of child calls. Absent: they wait for a person. */
  readonly deferral: Deferral | undefined
  /** Arguments to redact from log lines about the call. */
  readonly loggedArgs: ReadonlyArray<unknown>
}

/** The additions of an extension to one call. */
export interface ExtendedCall {
  /** Arguments that replace those of the call. */
  readonly args?: Args | undefined
  /** The approval that resumes the call. */
  readonly approval?: AttachedApproval | undefined
  /** The deferral of child calls. Overrides the call's own setting. */
  readonly deferral?: Deferral | undefined
  /** Whether the call continues something that was permitted before. Its request says so. */
  readonly goesOn: boolean
  /** Returns the recording for the sandbox that runs the call. */
  readonly recordingFor: (call: ExtensibleCall) => RunRecording
  /**
   * Returns an effect that releases resources of a call that ended before its run used them, or `undefined` if there are
   * no resources.
   */
  readonly release: () => Effect<void, unknown> | undefined
  /** Adjusts the answer of a failed call. */
  readonly explainFailure: (answer: ToolExecution) => ToolExecution
}

/**
 * Lets a call continue what an earlier call began. The gate consults the extension about each call after validating its
 * arguments and before asking the policy. An extension can refuse a call but never permits one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { CallExtension, refuse } from "@toolgate/core"
 * import { makePermissionRequest, makeRegisteredTool } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // Refuses repeated payments, and leaves other calls alone.
 * const extension = Layer.succeed(CallExtension, {
 *   extend: ({ definition }) =>
 *     definition.name === "pay" ? refuse("DuplicateCall", "This payment has already begun.") : undefined
 * })
 * const { callId, context } = makePermissionRequest()
 * const call = { callId, context, deferral: undefined, loggedArgs: [] }
 * const { extend } = await Effect.runPromise(Effect.provide(CallExtension, extension))
 * assert.equal(extend(makeRegisteredTool({ name: "echo" }), {}, call), undefined)
 * const refused = extend(makeRegisteredTool({ name: "pay" }), {}, call)
 * assert.equal(refused && (await Effect.runPromise(Effect.flip(refused))).why, "DuplicateCall")
 * ```
 */
export class CallExtension extends Context.Service<
  CallExtension,
  {
    /** Returns the additions to a call, or `undefined` if the extension is not concerned. */
    readonly extend: (tool: RegisteredTool, args: Args, call: ExtensibleCall) => Gated<ExtendedCall> | undefined
  }
>()("@toolgate/core/CallExtension") {}
