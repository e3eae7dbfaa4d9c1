import type { ToolExecution } from "@toolgate/core"
import type { RunnerEnding } from "./RunnerEnding.ts"

interface About {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly agent: string
  readonly session: string
}

/** An event of a runner or one of its children, with the respective agent and session. */
export type RunnerEvent = About &
  (
    | {
        readonly type: "runner.started"
        readonly pid: number
        /** 1 for the first start, plus 1 for each restart. */
        readonly attempt: number
      }
    | { readonly type: "runner.called"; readonly callId: string; readonly toolName: string }
    | {
        /** A person is asked about a call, which waits or is deferred. */
        readonly type: "runner.asked"
        readonly callId: string
        readonly toolName: string
        readonly approvalId: string
        /** `escalation`: an answer permits nothing. Absent: an approved call runs. */
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
        /** The number of the next attempt. */
        readonly attempt: number
        readonly delayMs: number
      }
    | { readonly type: "runner.ended"; readonly ending: RunnerEnding; readonly attempt: number }
  )
