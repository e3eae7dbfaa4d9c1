import { equal } from "node:assert/strict"
import type { SuiteFunctions } from "../SuiteFunctions.ts"
import { declareAttacks } from "./declareAttacks.ts"
import { insideHosts } from "./hostileHosts.ts"

/**
 * Tries to make a program fetch from `insideHosts`. `isRefused` says whether the program refuses a URL. All internal
 * URLs must be refused, and public addresses must be accepted.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { insideHosts, tryHostAttacks } from "@toolgate/testing/hostile"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * // A real program would resolve the host. This one has a list.
 * const inside = new Set(insideHosts.map((host) => new URL(`https://${host}/`).hostname))
 * tryHostAttacks({ describe, it }, (url) => inside.has(new URL(url).hostname))
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const tryHostAttacks = (
  suite: SuiteFunctions,
  isRefused: (url: string) => boolean | PromiseLike<boolean>
): void => {
  const rows = (hosts: ReadonlyArray<string>) => hosts.map((host) => [host, `https://${host}/`] as const)
  declareAttacks(suite, "addresses inside are refused in every spelling", rows(insideHosts), async (url) =>
    equal(await isRefused(url), true)
  )
  const outside = ["8.8.8.8", "[2606:4700::1111]"]
  declareAttacks(suite, "addresses of the internet are not refused", rows(outside), async (url) =>
    equal(await isRefused(url), false)
  )
}
