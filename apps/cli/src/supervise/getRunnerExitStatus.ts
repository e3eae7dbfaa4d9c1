import { constants } from "node:os"
import type { RunnerEnding } from "@toolgate/supervisor"

/** The exit status if the program could not be started, as in a shell. */
export const notStarted = 127

/**
 * Returns the exit status after a runner: its own status, 128 plus its signal, or a status for the reason why it was
 * ended.
 */
export const getRunnerExitStatus = (
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
