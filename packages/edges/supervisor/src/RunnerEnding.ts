import type { Enforcement } from "@toolgate/core"
import type { ProcessEnding } from "@toolgate/processes"

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

/** The reason why the supervisor ended a runner. */
export type Stopped =
  | { readonly kind: "stopped"; readonly reason: string }
  | { readonly kind: "broke_protocol"; readonly problem: string }

/**
 * Returns the end of a run. `unfinished`: the number of the frame within which the runner closed its channel. `result`: the last result
 * that it has reported.
 */
export const endingOf = (
  agent: string,
  { status, signal, exceeded, enforced }: ProcessEnding,
  stopped: Stopped | undefined,
  unfinished: number | undefined,
  result: string | undefined
): RunnerEnding => {
  const ended = (how: RunnerEnding["how"], says: string): RunnerEnding => ({
    how,
    status,
    signal,
    message: `Runner "${agent}" ${says}.`,
    ...(result === undefined ? {} : { result }),
    enforced
  })
  const within = unfinished === undefined ? "" : ` within frame ${unfinished}`
  if (exceeded !== undefined) return ended("limit", `exceeded ${exceeded} and was ended`)
  if (stopped?.kind === "stopped") return ended("stopped", `was stopped: ${stopped.reason}`)
  if (stopped?.kind === "broke_protocol")
    return ended("broke_protocol", `broke the protocol and was ended: ${stopped.problem}`)
  if (unfinished !== undefined && (status === 0 || signal === "SIGTERM"))
    return ended("broke_protocol", `broke the protocol: frame ${unfinished} ended before it was complete`)
  if (signal !== null) return ended("signalled", `was ended by ${signal}${within}`)
  return ended("exited", status === 0 ? "ended by itself" : `ended with the status ${status}${within}`)
}
