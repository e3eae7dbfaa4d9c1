import type { ResourceLimits } from "@toolgate/core"

/** Limits on a script that calls tools. The gate's policy can lower them (`limits.chain`); a call cannot raise them. */
export interface ChainPolicy {
  /** Number of calls. Further calls are rejected in the script, which continues. */
  readonly maxToolCalls: number
  /** Time limit per call, in milliseconds. Time spent waiting for a person does not count. */
  readonly callTimeoutMs: number
  /** Time limit of the script, in milliseconds. Time spent waiting for a person does not count. */
  readonly totalTimeoutMs: number
  /**
   * Largest result that is passed to the script inline, in bytes. It applies separately to the text, the structured value and the files.
   * Larger results are stored and passed by reference.
   */
  readonly maxInlineResultBytes: number
}

const usual: ChainPolicy = Object.freeze({
  maxToolCalls: 50,
  callTimeoutMs: 60_000,
  totalTimeoutMs: 300_000,
  maxInlineResultBytes: 4_096
})

/** Completes a policy with defaults. Throws for an invalid limit. */
export const completeChainPolicy = (given: Partial<ChainPolicy> = {}): ChainPolicy => {
  const policy = { ...usual, ...given }
  for (const name of Object.keys(policy) as ReadonlyArray<keyof ChainPolicy>) {
    const least = name === "maxToolCalls" || name === "maxInlineResultBytes" ? 0 : 1
    if (!Object.hasOwn(usual, name)) throw new TypeError(`A chain policy has no "${name}"; it has ${names}.`)
    if (!Number.isSafeInteger(policy[name]) || policy[name] < least)
      throw new TypeError(`The "${name}" of a chain policy must be a whole number of at least ${least}.`)
  }
  return policy
}

const names = Object.keys(usual)
  .map((name) => `"${name}"`)
  .join(", ")

/** Returns the policy lowered to the limits of a grant. */
export const lowerPolicy = (policy: ChainPolicy, limits: ResourceLimits): ChainPolicy => ({
  maxToolCalls: lower(policy.maxToolCalls, limits.chainCalls),
  callTimeoutMs: lower(policy.callTimeoutMs, limits.chainCallMs),
  totalTimeoutMs: lower(policy.totalTimeoutMs, limits.chainMs),
  maxInlineResultBytes: lower(policy.maxInlineResultBytes, limits.chainInlineBytes)
})

const lower = (own: number, granted = Number.POSITIVE_INFINITY): number => Math.min(own, granted)
