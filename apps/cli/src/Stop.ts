import { setTimeout as sleep } from "node:timers/promises"
import * as Context from "effect/Context"

/** Whether somebody wants this command to end: Ctrl-C, or SIGTERM. */
export class Stop extends Context.Service<
  Stop,
  {
    readonly signal: AbortSignal
    /** What to exit with when that ended it: 128 and the number of the signal, as a shell has it. */
    readonly exitStatus: () => number
    /** Done before the second signal of a kind ends this command, for a second at most. */
    readonly beforeTheEnd: (clearUp: () => Promise<unknown>) => void
  }
>()("@toolgate/cli/Stop") {}

/** Listens to the signals of this process. The second signal of a kind ends it at once, as if nobody listened. */
export const listen = (process: NodeJS.Process): Stop["Service"] => {
  const stop = new AbortController()
  const clearUps: Array<() => Promise<unknown>> = []
  let exitStatus = 1
  for (const [signal, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const)
    process.once(signal, () => {
      if (!stop.signal.aborted) exitStatus = status
      stop.abort()
      // Nothing listens where nothing is to be cleared up: the system ends this process, also one that is stuck.
      if (clearUps.length === 0) return
      process.once(signal, async () => {
        const cleared = Promise.allSettled(clearUps.map((clearUp) => clearUp()))
        await Promise.race([cleared, sleep(longestClearUp)])
        process.kill(process.pid, signal)
      })
    })
  return {
    signal: stop.signal,
    exitStatus: () => exitStatus,
    beforeTheEnd: (clearUp) => {
      clearUps.push(clearUp)
    }
  }
}

/** In milliseconds. */
const longestClearUp = 1000
