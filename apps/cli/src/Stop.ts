import { setImmediate, setTimeout as sleep } from "node:timers/promises"
import * as Context from "effect/Context"

/** Whether this command must end, because of Ctrl-C, SIGTERM, or SIGHUP from a closing terminal. */
export class Stop extends Context.Service<
  Stop,
  {
    readonly signal: AbortSignal
    /** Returns the exit status after a signal: 128 plus its number, as in a shell. */
    readonly exitStatus: () => number
    /** Registers clean-up for when a second signal ends this command. It may take one second. */
    readonly beforeTheEnd: (clearUp: () => Promise<unknown>) => void
    /** Runs a program that handles Ctrl-C itself. Until it ends, Ctrl-C does not end this command. */
    readonly leaveCtrlC: <A>(run: () => Promise<A>) => Promise<A>
    /** Calls a function at each SIGHUP from now on, which then does not end this command. */
    readonly takeHangUp: (act: () => void) => void
  }
>()("@toolgate/cli/Stop") {}

/** Listens to the signals of this process. A second signal of the same kind ends the process immediately. */
export const listen = (process: NodeJS.Process): Stop["Service"] => {
  const stop = new AbortController()
  const clearUps: Array<() => Promise<unknown>> = []
  let exitStatus = 1
  let others = 0
  let hangUp: (() => void) | undefined
  for (const [signal, status] of [
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const) {
    const first = () => {
      if (signal === "SIGINT" && others > 0) return
      if (signal === "SIGHUP" && hangUp !== undefined) return hangUp()
      process.off(signal, first)
      if (!stop.signal.aborted) exitStatus = status
      stop.abort()
      // Without clean-up, there is no listener, so the system can end this process even if it is stuck.
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
    takeHangUp: (act) => {
      hangUp = act
    },
    leaveCtrlC: async (run) => {
      others++
      try {
        return await run()
      } finally {
        // A Ctrl-C that ended the program may arrive here after the program's end.
        await setImmediate()
        others--
      }
    }
  }
}

/** Time limit for the registered clean-up, in milliseconds. */
const longestClearUp = 1000
