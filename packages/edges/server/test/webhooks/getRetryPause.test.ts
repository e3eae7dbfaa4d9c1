import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { getRetryPause } from "../../src/webhooks/getRetryPause.ts"
import { usualWebhookLimits, type WebhookLimits } from "../../src/webhooks/WebhookEndpoint.ts"

const anyLimits: fc.Arbitrary<WebhookLimits> = fc
  .record({
    firstPauseMs: fc.integer({ min: 1, max: 100_000 }),
    longestPauseMs: fc.integer({ min: 1, max: 10_000_000 }),
    mostAttempts: fc.integer({ min: 1, max: 40 }),
    oldestMs: fc.integer({ min: 0, max: 1_000_000_000 })
  })
  .map((some) => ({ ...usualWebhookLimits, ...some }))
const anyRandom = fc.double({ min: 0, max: 1, noNaN: true })

/** Returns the pauses of a delivery whose every attempt fails at once. */
const listPauses = (limits: WebhookLimits, randoms: ReadonlyArray<number>): ReadonlyArray<number> => {
  const pauses: Array<number> = []
  for (let ageMs = 0; ; ageMs += pauses.at(-1) ?? 0) {
    const random = randoms[pauses.length % randoms.length] ?? 0
    const pause = getRetryPause({ attempt: pauses.length + 1, ageMs }, limits, random)
    if (pause === undefined) return pauses
    pauses.push(pause)
  }
}

it("always ends, within the most attempts and the age, and never exceeds the longest pause", () =>
  fc.assert(
    fc.property(anyLimits, fc.array(anyRandom, { minLength: 1, maxLength: 5 }), (limits, randoms) => {
      const pauses = listPauses(limits, randoms)
      expect(pauses.length).toBeLessThan(limits.mostAttempts)
      expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThanOrEqual(limits.oldestMs)
      for (const pause of pauses) {
        expect(pause).toBeGreaterThanOrEqual(1)
        expect(pause).toBeLessThanOrEqual(limits.longestPauseMs)
      }
    }),
    runs(1_000)
  ))

it("grows until the longest pause, and a random part shortens a pause by a fifth at most", () =>
  fc.assert(
    fc.property(anyLimits, anyRandom, (limits, random) => {
      const longest = listPauses({ ...limits, oldestMs: Number.MAX_SAFE_INTEGER }, [0])
      for (const [at, pause] of longest.entries()) {
        const before = longest[at - 1] ?? 0
        expect(pause).toBeGreaterThanOrEqual(before)
        if (pause < limits.longestPauseMs) expect(pause).toBeGreaterThan(before)
        const shortened = getRetryPause({ attempt: at + 1, ageMs: 0 }, { ...limits, oldestMs: Infinity }, random)
        expect(shortened).toBeGreaterThanOrEqual(pause * 0.8)
        expect(shortened).toBeLessThanOrEqual(pause)
      }
    }),
    runs(1_000)
  ))

it("spreads the usual attempts over about a day", () => {
  expect(listPauses(usualWebhookLimits, [0]).map((pause) => pause / 1_000)).toEqual([
    5, 20, 80, 320, 1_280, 5_120, 20_480, 21_600, 21_600, 21_600, 21_600
  ])
})
