import type { Bound, ResourceLimits } from "../ExecutionGrant.ts"

/**
 * Returns the lower value of each limit.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { meetLimits } from "@toolgate/core/access"
 *
 * assert.deepEqual(meetLimits({ wallMs: 9_000, processes: "unlimited" }, { wallMs: 2_000, processes: 8 }), {
 *   wallMs: 2_000,
 *   processes: 8
 * })
 * ```
 */
export const meetLimits = <A extends Partial<ResourceLimits>>(first: A, second: Partial<ResourceLimits>): A => {
  const limits: Partial<Record<keyof ResourceLimits, Bound>> = { ...first }
  for (const name of Object.keys(second) as ReadonlyArray<keyof ResourceLimits>) {
    const [a, b] = [first[name], second[name]]
    if (b !== undefined) limits[name] = a === undefined ? b : lower(a, b)
  }
  return limits as A
}

const lower = (a: Bound, b: Bound): Bound => (a === "unlimited" ? b : b === "unlimited" ? a : Math.min(a, b))
