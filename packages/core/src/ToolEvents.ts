import type { Done } from "effect/Cause"
import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { Dequeue } from "effect/Queue"
import type { Scope } from "effect/Scope"
import type { Caller, DispatchContext, OutputStream } from "./DispatchContext.ts"
import type { SandboxName } from "./ExecutionGrant.ts"
import type { Permit } from "./Permit.ts"
import type { ErrorClass } from "./Refused.ts"
import type { SideEffectClass } from "./SideEffect.ts"
import type { ToolExecution } from "./ToolExecution.ts"
import type { ToolOutput } from "./ToolOutput.ts"

interface About {
  /** In milliseconds since the epoch. */
  readonly at: number
  readonly session: string
  readonly turn: string
  readonly agent: string
  readonly callId: string
  readonly toolName: string
  /** The caller, unless the agent makes a single direct call. Question events do not have it. */
  readonly caller?: Caller
}

/**
 * An event about a call. Every call ends with exactly one `tool.completed`, `tool.failed` or `tool.input_invalid`. The
 * exception is a call whose id is already in use: its end would look like the end of the other call, so only its own
 * `onEvent` receives it.
 *
 * ```ts
 * import type { ToolEvent } from "toolgate"
 *
 * export const lineOf = (event: ToolEvent): string => {
 *   if (event.type === "tool.output_delta") return event.text
 *   return `${event.callId} ${event.toolName} ${event.type}`
 * }
 * ```
 */
export type ToolEvent =
  | (About & {
      readonly type: "tool.called"
      readonly sideEffects: Lowercase<SideEffectClass>
      readonly sandbox: SandboxName
    })
  | (About & {
      /** Part of a running call's output, in order. */
      readonly type: "tool.output_delta"
      readonly stream: OutputStream
      readonly text: string
      /** True for the last part if the call prints more than its output limit. The rest is not reported. */
      readonly cut: boolean
    })
  | (About & { readonly type: "tool.completed"; readonly durationMs: number; readonly waitedMs: number })
  | (About & {
      readonly type: "tool.failed"
      readonly errorClass: ErrorClass
      readonly message: string
      readonly executed: "no" | "yes" | "unknown"
      readonly durationMs: number
      readonly waitedMs: number
      /** The output by the time when the call was cut short. */
      readonly partialOutput: ToolOutput | undefined
      /** The approval that the call waits for. Set only if the call was deferred: then it is not denied. */
      readonly approvalId?: string
    })
  | (About & { readonly type: "tool.input_invalid"; readonly message: string })
  | (About & {
      /**
       * A question for a person. Exactly one `tool.confirmation_resolved` with the same `approvalId` follows. For a
       * deferred call, only the gate that receives the decision publishes it.
       */
      readonly type: "tool.confirmation_requested"
      readonly approvalId: string
      /** `escalation`: the answer permits nothing, and the call continues with any answer. Absent: the call runs if approved. */
      readonly kind?: "escalation"
      readonly sideEffects: Lowercase<SideEffectClass>
      /** A description of the call. The gate writes it completely and escaped, from the real arguments. */
      readonly summary: string
      readonly why: string
      /** The files that the call would change, where the arguments name them. */
      readonly projectedModifications: ReadonlyArray<string>
      /** The time of expiry, in milliseconds since the epoch. */
      readonly expiresAt: number
    })
  | (About & {
      readonly type: "tool.confirmation_resolved"
      readonly approvalId: string
      /** The end of the question. `withdrawn`: the call ended before a person answered, or the question was cancelled. */
      readonly decision: "approve" | "deny" | "expired" | "withdrawn"
    })

/** Stands for events that a slow reader missed. */
export interface EventsLost {
  readonly type: "events.lost"
  readonly count: number
}

/**
 * The call of an event, for a listener in the gate's process. It is not part of the event, so that arguments and results
 * never leave the process with one.
 *
 * ```ts
 * import type { EventCall, ToolEvent } from "@toolgate/core"
 *
 * export const told = ({ type, toolName }: ToolEvent, call?: EventCall): void => {
 *   if (type === "tool.called") console.log(`${toolName} was allowed by ${call?.permit?.because.rule}.`)
 * }
 * ```
 */
export interface EventCall {
  readonly context: DispatchContext
  /** The arrival of the call, in milliseconds since the epoch with fractions. */
  readonly startedAt: number
  /** The permit, once the call has one. */
  readonly permit: Permit | undefined
  /** The answer. Set for the last event. */
  readonly answer: ToolExecution | undefined
  /**
   * The trace of the call. A listener that traces calls sets it at `tool.called`. Child calls and servers behind the gate
   * then get its `traceparent` instead of the caller's.
   */
  trace: { readonly traceparent: string | undefined } | undefined
}

/** Called with each event, and with the call of each event except those of questions. */
export type EventListener = (event: ToolEvent, call: EventCall | undefined) => void

/**
 * Publishes events without waiting: a slow reader misses events instead of delaying a call. Events prove nothing; the
 * audit log does.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import { builtins, createToolgate } from "toolgate"
 * import { partsOf, ToolEvents } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const seen: Array<string> = []
 * const watch = Effect.gen(function* () {
 *   const { listen } = yield* ToolEvents
 *   yield* listen(({ type }) => void seen.push(type))
 *   yield* Effect.promise(() => gate.dispatch({ id: "1", tool: "list_dir", args: {} }))
 * })
 * await Effect.runPromiseWith(partsOf(gate).services)(Effect.scoped(watch))
 * assert.deepEqual(seen, ["tool.called", "tool.completed"])
 * ```
 */
export class ToolEvents extends Context.Service<
  ToolEvents,
  {
    readonly publish: (event: ToolEvent, call?: EventCall) => void
    /**
     * Returns events from now on, until the scope closes. A reader that falls behind loses the newest events and learns
     * how many.
     */
    readonly subscribe: Effect<Dequeue<ToolEvent | EventsLost, Done>, never, Scope>
    /**
     * Calls `told` with each event, until the scope closes. No event is lost, and `told` returns before anything else
     * happens. Every call waits for `told`, so it must return quickly.
     */
    readonly listen: (told: EventListener) => Effect<void, never, Scope>
  }
>()("@toolgate/core/ToolEvents") {}
