import type { Done } from "effect/Cause"
import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { Dequeue } from "effect/Queue"
import type { Scope } from "effect/Scope"
import type { Caller, OutputStream } from "./DispatchContext.ts"
import type { SandboxName } from "./ExecutionGrant.ts"
import type { ErrorClass } from "./Refused.ts"
import type { SideEffectClass } from "./SideEffect.ts"
import type { ToolOutput } from "./ToolOutput.ts"

interface About {
  /** The time of the event, in milliseconds since the epoch. */
  readonly at: number
  readonly session: string
  readonly turn: string
  readonly agent: string
  readonly callId: string
  readonly toolName: string
  /** The caller, unless the call is a direct one that is not part of a turn of several. Events about questions do not have it. */
  readonly caller?: Caller
}

/**
 * An event about a call. Every call ends with exactly one `tool.completed`, `tool.failed` or `tool.input_invalid`. The one
 * exception is a call with the id of another call in flight: its event would look like the end of the other call, so only its own
 * `onEvent` hears it.
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
      /** A part of what a running call printed, in the order in which it came. */
      readonly type: "tool.output_delta"
      readonly stream: OutputStream
      readonly text: string
      /** True for the last part of a call that prints more than its output may hold. The rest is not reported. */
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
    })
  | (About & { readonly type: "tool.input_invalid"; readonly message: string })
  | (About & {
      /**
       * A question for a person. It is followed by exactly one `tool.confirmation_resolved` with the same `approvalId`. If the call is
       * deferred, only the gate that takes the decision publishes that event.
       */
      readonly type: "tool.confirmation_requested"
      readonly approvalId: string
      /** `escalation`: the answer permits nothing, and the call goes on whatever it is. Absent: the call runs if it is approved. */
      readonly kind?: "escalation"
      readonly sideEffects: Lowercase<SideEffectClass>
      /**
       * A description of what the call would do, written by the gate from its real arguments: complete, escaped, with their length.
       */
      readonly summary: string
      readonly why: string
      /** The files that the call would change, as far as they are known. */
      readonly projectedModifications: ReadonlyArray<string>
      /** The time at which the question ends, in milliseconds since the epoch. */
      readonly expiresAt: number
    })
  | (About & {
      readonly type: "tool.confirmation_resolved"
      readonly approvalId: string
      /** The end of the question. `withdrawn`: the call ended before anyone answered, or somebody took the question back. */
      readonly decision: "approve" | "deny" | "expired" | "withdrawn"
    })

/** A notice in the place of events that a slow reader missed. */
export interface EventsLost {
  readonly type: "events.lost"
  readonly count: number
}

/**
 * The service that publishes events. Publishing does not wait: a slow reader misses events rather than holding up a call. Events
 * prove nothing; the audit log does.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { ToolEvents } from "toolgate/effect"
 *
 * export const countFailures = Effect.gen(function* () {
 *   let failures = 0
 *   const { listen } = yield* ToolEvents
 *   yield* listen((event) => void (failures += event.type === "tool.failed" ? 1 : 0))
 *   return () => failures
 * })
 * ```
 */
export class ToolEvents extends Context.Service<
  ToolEvents,
  {
    readonly publish: (event: ToolEvent) => void
    /**
     * Returns the events from now on, until the scope closes. A reader that falls behind loses the newest events, and learns how
     * many.
     */
    readonly subscribe: Effect<Dequeue<ToolEvent | EventsLost, Done>, never, Scope>
    /**
     * Calls `told` with each event as it is published, until the scope closes. No event is lost, and whatever happens after an
     * event comes after `told`. Every call waits for `told`, so it must not take time.
     */
    readonly listen: (told: (event: ToolEvent) => void) => Effect<void, never, Scope>
  }
>()("@toolgate/core/ToolEvents") {}
