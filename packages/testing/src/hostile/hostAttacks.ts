import { equal } from "node:assert/strict"
import type { SuiteFunctions } from "../SuiteFunctions.ts"
import { declareAttacks } from "./declareAttacks.ts"
import { insideHosts } from "./hostileHosts.ts"

/**
 * Tries to lead a program that fetches for a stranger to `insideHosts`. `isRefused` says whether it refuses a URL; it has to refuse all
 * of them, and to take addresses of the internet.
 *
 * ```ts
 * import { describe, it } from "node:test"
 * import { hostAttacks } from "@toolgate/testing/hostile"
 *
 * export const attack = (isRefused: (url: string) => Promise<boolean>) => hostAttacks({ describe, it }, isRefused)
 * ```
 */
export const hostAttacks = (
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
