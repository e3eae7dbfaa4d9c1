import type { QuotaCount } from "@toolgate/core"
import { measureFastest } from "@toolgate/testing"
import { expect, it } from "vitest"
import { MemoryQuotaStore } from "../../src/index.ts"

it("counts a call among a million owners as fast as with one", () => {
  const costBeside = (owners: number) => {
    const { take, look } = MemoryQuotaStore.make()
    const countsOf = (owner: string): ReadonlyArray<QuotaCount> =>
      (["session", "minute", "forever"] as const).map((window) => ({ window, owner, tool: "a_tool", limit: 1e9 }))
    for (let at = 0; at < owners; at++) take(countsOf(`owner ${at}`))
    const mine = countsOf("owner 0")
    return measureFastest(() => [look(mine), take(mine.slice(0, 1))])
  }
  expect(costBeside(1_000_000) / costBeside(1)).toBeLessThan(20)
})
