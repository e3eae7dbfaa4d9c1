import { constants } from "node:os"
import type { RunnerEnding } from "@toolgate/supervisor"

/** What to exit with where a program could not be started, as a shell has it. */
export const notStarted = 127

/** What to exit with after a runner: its own status, 128 and its signal, or what stands for why it was ended. */
export const runnerExitStatus = (
  { how, status, signal }: RunnerEnding,
  stop: { readonly signal: AbortSignal; readonly exitStatus: () => number }
): number => {
  switch (how) {
    case "exited":
      return status ?? 1
    case "signalled":
      return signal === null ? 1 : 128 + constants.signals[signal]
    case "stopped":
      return stop.signal.aborted ? stop.exitStatus() : 1
    case "not_started":
      return notStarted
    case "limit":
    case "broke_protocol":
      return 1
  }
}
