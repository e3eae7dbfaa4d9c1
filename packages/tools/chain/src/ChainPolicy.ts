import type { ResourceLimits } from "@toolgate/core"

/** The bounds on a script that calls tools. A policy of the gate lowers them (`limits.chain`); a call never raises them. */
export interface ChainPolicy {
  /** The number of calls. The next one is rejected in the script, which goes on. */
  readonly maxToolCalls: number
  /** The time that each call may run, in milliseconds. The time that a person is asked does not count. */
  readonly callTimeoutMs: number
  /** The time that the script may run, in milliseconds. The time that a person is asked does not count. */
  readonly totalTimeoutMs: number
  /**
   * The size of a result that the script is given as it is, in bytes: of its text, of its structured value and of its files, each by
   * itself. A larger one is stored, and the script is given its reference.
   */
  readonly maxInlineResultBytes: number
}

const usual: ChainPolicy = Object.freeze({
  maxToolCalls: 50,
  callTimeoutMs: 60_000,
  totalTimeoutMs: 300_000,
  maxInlineResultBytes: 4_096
})

/** Returns a policy with the usual values in the place of those that are not given. Throws for a value that is no bound. */
export const chainPolicy = (given: Partial<ChainPolicy> = {}): ChainPolicy => {
  const policy = { ...usual, ...given }
  for (const name of Object.keys(policy) as ReadonlyArray<keyof ChainPolicy>) {
    const least = name === "maxToolCalls" || name === "maxInlineResultBytes" ? 0 : 1
    if (!Object.hasOwn(usual, name)) throw new TypeError(`A chain policy has no "${name}"; it has ${names}.`)
    if (!Number.isSafeInteger(policy[name]) || policy[name] < least)
      throw new TypeError(`The "${name}" of a chain policy has to be a whole number from ${least} up.`)
  }
  return policy
}

const names = Object.keys(usual)
  .map((name) => `"${name}"`)
  .join(", ")

/** Returns what a policy leaves under the limits of a grant. */
export const loweredTo = (policy: ChainPolicy, limits: ResourceLimits): ChainPolicy => ({
  maxToolCalls: lower(policy.maxToolCalls, limits.chainCalls),
  callTimeoutMs: lower(policy.callTimeoutMs, limits.chainCallMs),
  totalTimeoutMs: lower(policy.totalTimeoutMs, limits.chainMs),
  maxInlineResultBytes: lower(policy.maxInlineResultBytes, limits.chainInlineBytes)
})

const lower = (own: number, granted = Number.POSITIVE_INFINITY): number => Math.min(own, granted)
