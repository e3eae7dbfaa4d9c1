import type { ToolExecution } from "@toolgate/core"
import type { RunnerEnding } from "./RunnerEnding.ts"

interface About {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly agent: string
  readonly session: string
}

/** An event of a runner or one of its children, each under its own agent and session. */
export type RunnerEvent = About &
  (
    | {
        readonly type: "runner.started"
        readonly pid: number
        /** 1 for the first start, and one more for each restart. */
        readonly attempt: number
      }
    | { readonly type: "runner.called"; readonly callId: string; readonly toolName: string }
    | {
        /** A person is asked about a call, which waits until then, or is deferred. */
        readonly type: "runner.asked"
        readonly callId: string
        readonly toolName: string
        readonly approvalId: string
        /** `escalation`: a question whose answer permits nothing. Absent: the call runs if it is approved. */
        readonly kind?: "escalation"
        readonly why: string
        /** Milliseconds since the epoch. */
        readonly expiresAt: number
      }
    | { readonly type: "runner.answered"; readonly execution: ToolExecution }
    | { readonly type: "runner.delegated"; readonly child: string; readonly childSession: string }
    | { readonly type: "runner.delegation_refused"; readonly child: string; readonly message: string }
    | {
        readonly type: "runner.restarting"
        readonly ending: RunnerEnding
        /** The number of the attempt that follows. */
        readonly attempt: number
        readonly delayMs: number
      }
    | { readonly type: "runner.ended"; readonly ending: RunnerEnding; readonly attempt: number }
  )
