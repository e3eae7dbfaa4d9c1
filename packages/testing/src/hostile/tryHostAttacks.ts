import { equal } from "node:assert/strict"
import type { SuiteFunctions } from "../SuiteFunctions.ts"
import { declareAttacks } from "./declareAttacks.ts"
import { insideHosts } from "./hostileHosts.ts"

/**
 * Tries to make a program fetch from `insideHosts`. `isRefused` says whether the program refuses a URL. All internal
 * URLs must be refused, and public addresses must be accepted.
 *
 * ```ts
 * import { describe, it } from "node:test"
 * import { tryHostAttacks } from "@toolgate/testing/hostile"
 *
 * export const attack = (isRefused: (url: string) => Promise<boolean>) => tryHostAttacks({ describe, it }, isRefused)
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
