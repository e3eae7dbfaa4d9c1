import type { ProcessEnding } from "@toolgate/processes"
import type { RunnerEnding } from "./RunnerEnding.ts"

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
