import { defaultBounds, type RunnerBounds, type RunnerSpec } from "./RunnerSpec.ts"

/** Throws for a spec under which a runner could not work, or not as its author meant. Callers may have no types. */
export const checkSpec = ({ command, restart, bounds = {} }: RunnerSpec): void => {
  if (!Array.isArray(command) || command.length === 0 || !command.every((word) => typeof word === "string"))
    throw new TypeError('The "command" of a runner must be a list of texts: the program, and then its arguments.')
  for (const [name, value] of Object.entries(bounds)) {
    if (!(name in defaultBounds))
      throw new TypeError(`A runner has no bound "${name}". Its bounds are ${Object.keys(defaultBounds).join(", ")}.`)
    if (value !== undefined) checkNumber(`bounds.${name}`, value, least[name as keyof RunnerBounds])
  }
  if (restart === undefined || restart === "never") return
  if (typeof restart !== "object" || restart === null)
    throw new TypeError(
      'The "restart" of a runner must be "never", or say how often it is started again, as in { onFailure: 3 }.'
    )
  const { onFailure, delayMs, maxDelayMs } = restart
  checkNumber("restart.onFailure", onFailure, 0)
  if (delayMs !== undefined) checkNumber("restart.delayMs", delayMs, 0)
  if (maxDelayMs !== undefined) checkNumber("restart.maxDelayMs", maxDelayMs, 0)
}

const checkNumber = (name: string, value: number, from: number): void => {
  if (typeof value !== "number" || !(value >= from) || value > longestTimeout)
    throw new RangeError(`"${name}" has to be a number from ${from} to ${longestTimeout}.`)
}

// With a bound of 0 every call would wait for ever.
const least: RunnerBounds = {
  callsInFlight: 1,
  callBytes: 1,
  unreadBytes: 1,
  children: 0,
  generations: 0,
  shutdownMs: 0,
  terminateMs: 0
}

// A timer takes no longer time, and no bound should be larger.
const longestTimeout = 2 ** 31 - 1
