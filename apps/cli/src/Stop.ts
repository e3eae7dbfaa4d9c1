import * as Context from "effect/Context"

/** Whether somebody wants this command to end: Ctrl-C, or SIGTERM. */
export class Stop extends Context.Service<
  Stop,
  {
    readonly signal: AbortSignal
    /** What to exit with when that ended it: 128 and the number of the signal, as a shell has it. */
    readonly exitStatus: () => number
  }
>()("@toolgate/cli/Stop") {}

/** Listens to the signals of this process. The second signal of a kind ends it at once, as if nobody listened. */
export const listen = (process: NodeJS.Process): Stop["Service"] => {
  const stop = new AbortController()
  let exitStatus = 1
  for (const [signal, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const)
    process.once(signal, () => {
      if (!stop.signal.aborted) exitStatus = status
      stop.abort()
    })
  return { signal: stop.signal, exitStatus: () => exitStatus }
}
