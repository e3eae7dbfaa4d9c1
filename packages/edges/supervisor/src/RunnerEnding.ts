import type { Enforcement } from "@toolgate/core"

/** How a runner ended, when nothing of it is left. */
export interface RunnerEnding {
  /**
   * `exited`: by itself, with a status. `signalled`: by a signal that was not the supervisor's. `broke_protocol`: it sent what
   * is no frame, and was ended for it. `limit`: it came to one of its limits. `stopped`: the supervisor was asked to end it.
   * `not_started`: it could not be started again.
   */
  readonly how: "exited" | "signalled" | "broke_protocol" | "limit" | "stopped" | "not_started"
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  /** The same in a sentence; where it broke the protocol, with the frame and what is wrong with it. */
  readonly message: string
  /** How each part of its grant was held. Absent where it was not started. */
  readonly enforced: Enforcement | undefined
}

/** Whether it did what it was started for, as far as that can be seen from outside. */
export const endedWell = ({ how, status }: RunnerEnding): boolean => how === "exited" && status === 0
