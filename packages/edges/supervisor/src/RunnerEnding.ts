import type { Enforcement } from "@toolgate/core"
import type { ProcessEnding } from "@toolgate/processes"

/** The end of a runner, after all its processes are gone. */
export interface RunnerEnding {
  /**
   * `exited`: the runner exited with a status. `signalled`: a foreign signal ended it. `broke_protocol`: it sent an
   * invalid frame and was ended. `limit`: it reached one of its limits. `stopped`: the supervisor was asked to end it.
   * `not_started`: a restart failed.
   */
  readonly how: "exited" | "signalled" | "broke_protocol" | "limit" | "stopped" | "not_started"
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  /** A sentence about the runner's end. After a protocol error, it names the frame and the problem. */
  readonly message: string
  /** The runner's reported result, if there is one. It counts only if the runner exited with status 0. */
  readonly result?: string
  /** The means that enforced each part of the grant. Absent if the runner was not started. */
  readonly enforced: Enforcement | undefined
}

/** Whether the runner seems to have finished its task. */
export const hasSucceeded = ({ how, status }: RunnerEnding): boolean => how === "exited" && status === 0

/** The reason why the supervisor ended a runner. */
export type Stopped =
  | { readonly kind: "stopped"; readonly reason: string }
  | { readonly kind: "broke_protocol"; readonly problem: string }

/**
 * Describes the end of a run. `unfinished`: the number of the frame that was incomplete when the channel closed.
 * `result`: the last reported result.
 */
export const describeEnding = (
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
  const within = unfinished === undefined ? "" : ` in the middle of frame ${unfinished}`
  if (exceeded !== undefined) return ended("limit", `exceeded ${exceeded} and was ended`)
  if (stopped?.kind === "stopped") return ended("stopped", `was stopped: ${stopped.reason}`)
  if (stopped?.kind === "broke_protocol")
    return ended("broke_protocol", `broke the protocol and was ended: ${stopped.problem}`)
  if (unfinished !== undefined && (status === 0 || signal === "SIGTERM"))
    return ended("broke_protocol", `broke the protocol: frame ${unfinished} ended before it was complete`)
  if (signal !== null) return ended("signalled", `was killed by ${signal}${within}`)
  return ended("exited", status === 0 ? "ended by itself" : `exited with status ${status}${within}`)
}
