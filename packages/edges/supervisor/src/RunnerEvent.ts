import type { ToolExecution } from "@toolgate/core"
import type { RunnerEnding } from "./RunnerEnding.ts"

interface About {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly agent: string
  readonly session: string
}

/** What a supervisor tells of a runner and of its children, each under its own agent and session. */
export type RunnerEvent = About &
  (
    | {
        readonly type: "runner.started"
        readonly pid: number
        /** 1, and one more for each time it was started again. */
        readonly attempt: number
      }
    | { readonly type: "runner.called"; readonly callId: string; readonly toolName: string }
    | { readonly type: "runner.answered"; readonly execution: ToolExecution }
    | { readonly type: "runner.delegated"; readonly child: string; readonly childSession: string }
    | { readonly type: "runner.delegation_refused"; readonly child: string; readonly message: string }
    | {
        readonly type: "runner.restarting"
        readonly ending: RunnerEnding
        /** The attempt that follows. */
        readonly attempt: number
        readonly delayMs: number
      }
    | { readonly type: "runner.ended"; readonly ending: RunnerEnding; readonly attempt: number }
  )
