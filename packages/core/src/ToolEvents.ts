import type { Done } from "effect/Cause"
import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { Dequeue } from "effect/Queue"
import type { Scope } from "effect/Scope"
import type { OutputStream } from "./DispatchContext.ts"
import type { SandboxName } from "./ExecutionGrant.ts"
import type { ErrorClass } from "./Refused.ts"
import type { SideEffectClass } from "./SideEffect.ts"
import type { ToolOutput } from "./ToolOutput.ts"

interface About {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly session: string
  readonly turn: string
  readonly agent: string
  readonly callId: string
  readonly toolName: string
}

/**
 * What is told about calls. Every call ends with exactly one of `tool.completed`, `tool.failed` and
 * `tool.input_invalid`, but for a call whose id another one in flight
 * has: an event would end that other one in the eyes of whoever follows it.
 */
export type ToolEvent =
  | (About & {
      readonly type: "tool.called"
      readonly sideEffects: Lowercase<SideEffectClass>
      readonly sandbox: SandboxName
    })
  | (About & {
      /** What a running call printed, in the order in which it came. */
      readonly type: "tool.output_delta"
      readonly stream: OutputStream
      readonly text: string
      /** True for the last one of a call that prints more than its output may hold: the rest is not told. */
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
      /** What there was when the call was cut short. */
      readonly partialOutput: ToolOutput | undefined
    })
  | (About & { readonly type: "tool.input_invalid"; readonly message: string })
  | (About & {
      /** A person is asked. Followed by exactly one `tool.confirmation_resolved` with the same `approvalId`. */
      readonly type: "tool.confirmation_requested"
      readonly approvalId: string
      readonly sideEffects: Lowercase<SideEffectClass>
      /** What the call would do, written by the gate from its real arguments: complete, escaped, with their length. */
      readonly summary: string
      readonly why: string
      /** The files that it would change, as far as they are known. */
      readonly projectedModifications: ReadonlyArray<string>
      /** Milliseconds since the epoch. */
      readonly expiresAt: number
    })
  | (About & {
      readonly type: "tool.confirmation_resolved"
      readonly approvalId: string
      /** `withdrawn`: the call ended before anyone answered. */
      readonly decision: "approve" | "deny" | "expired" | "withdrawn"
    })

/** In the place of events that a slow reader missed. */
export interface EventsLost {
  readonly type: "events.lost"
  readonly count: number
}

/** Tells and never proves: publishing does not wait, and a slow reader misses events rather than holding up a call. */
export class ToolEvents extends Context.Service<
  ToolEvents,
  {
    readonly publish: (event: ToolEvent) => void
    /** The events from now on, until the scope closes. A reader that falls behind loses the newest, and is told how many. */
    readonly subscribe: Effect<Dequeue<ToolEvent | EventsLost, Done>, never, Scope>
    /**
     * Until the scope closes, `told` is called with each event as it is published: none is lost, and what happens afterwards comes
     * after it. Every call waits for it, so it is for what takes no time.
     */
    readonly listen: (told: (event: ToolEvent) => void) => Effect<void, never, Scope>
  }
>()("@toolgate/core/ToolEvents") {}
