import { setImmediate, setTimeout as sleep } from "node:timers/promises"
import * as Context from "effect/Context"

/** A service that says whether this command has to end, because of Ctrl-C, SIGTERM, or SIGHUP, which a terminal sends when it closes. */
export class Stop extends Context.Service<
  Stop,
  {
    readonly signal: AbortSignal
    /** Returns the exit status of a command that a signal ended: 128 plus the number of the signal, as in a shell. */
    readonly exitStatus: () => number
    /** Registers work that is done before a second signal ends this command. The work may take a second. */
    readonly beforeTheEnd: (clearUp: () => Promise<unknown>) => void
    /** Runs a program at the terminal for which Ctrl-C is meant. Until it is over, Ctrl-C does not end this command. */
    readonly leaveCtrlC: <A>(run: () => Promise<A>) => Promise<A>
  }
>()("@toolgate/cli/Stop") {}

/**
 * Listens to the signals of this process. The second signal of a kind ends the process at once, as if it had no
 * listener.
 */
export const listen = (process: NodeJS.Process): Stop["Service"] => {
  const stop = new AbortController()
  const clearUps: Array<() => Promise<unknown>> = []
  let exitStatus = 1
  let others = 0
  for (const [signal, status] of [
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const) {
    const first = () => {
      if (signal === "SIGINT" && others > 0) return
      process.off(signal, first)
      if (!stop.signal.aborted) exitStatus = status
      stop.abort()
      // Without work to do, nobody listens: the system ends this process, even if it is stuck.
      if (clearUps.length === 0) return
      process.once(signal, async () => {
        const cleared = Promise.allSettled(clearUps.map((clearUp) => clearUp()))
        await Promise.race([cleared, sleep(longestClearUp)])
        process.kill(process.pid, signal)
      })
    }
    process.on(signal, first)
  }
  return {
    signal: stop.signal,
    exitStatus: () => exitStatus,
    beforeTheEnd: (clearUp) => {
      clearUps.push(clearUp)
    },
    leaveCtrlC: async (run) => {
      others++
      try {
        return await run()
      } finally {
        // A Ctrl-C that ended the program may be told here after the program's end.
        await setImmediate()
        others--
      }
    }
  }
}

/** The longest time for the registered work, in milliseconds. */
const longestClearUp = 1000
