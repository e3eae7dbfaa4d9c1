import type { Enforcement } from "@toolgate/core"

/** The end of a runner, when nothing of it is left. */
export interface RunnerEnding {
  /**
   * `exited`: the runner ended by itself, with a status. `signalled`: a signal that was not the supervisor's ended it.
   * `broke_protocol`: the runner sent something that is no frame, and was ended for it. `limit`: the runner reached one
   * of its limits. `stopped`: the supervisor was asked to end it. `not_started`: the runner could not be started again.
   */
  readonly how: "exited" | "signalled" | "broke_protocol" | "limit" | "stopped" | "not_started"
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  /** The end in a sentence. If the runner broke the protocol, the sentence has the frame and the problem. */
  readonly message: string
  /** The result that the runner has reported. Absent if it has reported none. It counts only if the runner ended by itself with status 0. */
  readonly result?: string
  /** The way in which each part of the grant was held. Absent if the runner was not started. */
  readonly enforced: Enforcement | undefined
}

/** Whether the runner did what it was started for, as far as that can be seen from outside. */
export const endedWell = ({ how, status }: RunnerEnding): boolean => how === "exited" && status === 0
