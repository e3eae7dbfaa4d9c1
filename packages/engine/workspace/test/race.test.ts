import { readdirSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import { FileFailed, type Files } from "@toolgate/core"
import { chooseCount, isNight } from "@toolgate/testing"
import { afterAll, describe, expect, it } from "vitest"
import { adapterOf, adapters } from "./adapters.ts"
import { Battlefield } from "./race/Battlefield.ts"
import { outcomeOf, type Shape, shapes } from "./race/shapes.ts"

/** The number of operations, over all shapes together. */
const operations = chooseCount(5_000, 500_000)
/** The number of attempts after which an attack that naive code survives counts as too weak to prove anything. */
const naiveTries = 200_000

const adapter = await adapterOf(adapters[0][1])
afterAll(() => adapter[Symbol.asyncDispose]())

const descriptors = () => readdirSync("/proc/self/fd").length

const knowsSecret = (answer: unknown) => JSON.stringify(answer ?? "").includes("SECRET")

/** Returns how many tries naive code survives in the same attack. */
const naiveSurvives = async (shape: Shape, field: Battlefield) => {
  for (let tries = 1; tries <= naiveTries; tries++) {
    let answer: unknown
    try {
      answer = shape.naively(field.workspace)
    } catch {
      // The naive code noticed the swap, or the file was missing for a moment.
    }
    if (knowsSecret(answer) || !field.isUntouched()) return tries
    if (tries % 1024 === 0) await setImmediate()
  }
  return Number.POSITIVE_INFINITY
}

/** Runs the operations of a shape. Returns how often they ended in each way. */
const defend = async (shape: Shape, field: Battlefield, files: Files) => {
  const ended = new Map<string, number>()
  const count = (name: string) => ended.set(name, (ended.get(name) ?? 0) + 1)
  const enough = () => ended.has("done") && (ended.has("Denied") || ended.has("NotAFile"))
  let slowest = 0
  let done = 0
  for (let round = 0; done < operations / shapes.length || !enough(); round++) {
    for (const step of shape.steps(files, round)) {
      const started = performance.now()
      const outcome = outcomeOf(step)
      slowest = Math.max(slowest, performance.now() - started)
      done++
      if (outcome._tag === "Success") {
        count("done")
        if (knowsSecret(outcome.success)) throw new Error(`It read what lies outside, in round ${round}.`)
      } else {
        expect(outcome.failure).toBeInstanceOf(FileFailed)
        count(outcome.failure.reason)
      }
    }
    if (round % 16 === 0 && !field.isUntouched()) throw new Error(`It touched what lies outside, by round ${round}.`)
    if (round % 1024 === 0) await setImmediate()
  }
  expect(field.isUntouched()).toBe(true)
  return { operations: done, ...Object.fromEntries(ended), slowestMs: Math.round(slowest) }
}

describe.skipIf(process.platform !== "linux")("while another process swaps", () => {
  for (const shape of shapes) {
    it(`${shape.name}: touches nothing outside, although naive code does`, async () => {
      await using field = new Battlefield(shape)
      const workspace = await adapter.resolved(field.workspace)
      const files = adapter.open([{ path: workspace, mode: "rw", scope: "tree" }], workspace)
      outcomeOf(files.exists("f"))
      await field.attack()
      const before = descriptors()
      const figures = await defend(shape, field, files)
      expect(descriptors()).toBe(before)
      const survived = await naiveSurvives(shape, field)
      if (isNight) console.log(JSON.stringify({ shape: shape.name, ...figures, naiveLostAt: survived }))
      expect(survived, "naive code never lost, so that this proves nothing").toBeLessThan(naiveTries)
    })
  }
})
