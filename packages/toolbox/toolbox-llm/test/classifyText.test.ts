import { testTool, useGate } from "@toolgate/toolbox-testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createClassifyText } from "../src/classify-text/definition.ts"
import { scoreLabels } from "../src/classify-text/scoreLabels.ts"
import { createSource } from "../src/EmbeddingsSource.ts"
import { startEmbeddingsServer } from "./startEmbeddingsServer.ts"

const { url } = await startEmbeddingsServer()
const labels = ["a question about opening hours", "a complaint about a leaking kettle", "a train to Berlin"]

testTool(createClassifyText(createSource({ offline: true })), {
  good: {
    name: "names the nearest label",
    args: { text: "My kettle leaks!", labels },
    value: { label: "a complaint about a leaking kettle" },
    check: ({ output }) => {
      const { scores } = output.value as { scores: ReadonlyArray<{ label: string; score: number }> }
      expect(scores.map(({ label }) => label).toSorted()).toEqual(labels.toSorted())
      expect(scores.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 5)
    }
  },
  edge: [
    {
      name: "says that labels are equally near, and keeps their order",
      args: { text: "tea", labels: ["zzz", "Tea", "tea", "TEA"] },
      value: {
        label: "Tea",
        tied: ["Tea", "tea", "TEA"],
        scores: [{ label: "Tea" }, { label: "tea" }, { label: "TEA" }, { label: "zzz" }]
      },
      text: "[A tie: 3 of 4 labels are equally near. The first of them is returned.]"
    },
    {
      name: "says that no label is nearer than another",
      args: { text: "tea", labels: ["xyz", "qqq"] },
      value: { label: "xyz", scores: [{ score: 0.5 }, { score: 0.5 }], tied: ["xyz", "qqq"] }
    },
    {
      name: "scores each label by itself where several may apply",
      args: { text: "green tea", labels: ["green tea", "tea", "xyz"], multi: true },
      value: {
        label: "green tea",
        scores: [{ label: "green tea", score: 1 }, { label: "tea" }, { label: "xyz", score: 0 }]
      }
    },
    {
      name: "takes a hundred labels",
      args: { text: "label 7", labels: Array.from({ length: 100 }, (_, at) => `label ${at}`) },
      value: { label: "label 7" }
    }
  ],
  bad: [
    { name: "no text", args: { labels }, says: "text" },
    { name: "a blank text", args: { text: " ", labels }, says: '"text" is blank.' },
    { name: "one label", args: { text: "tea", labels: ["tea"] }, says: "labels" },
    { name: "a label twice", args: { text: "tea", labels: ["tea", " tea"] }, says: '"labels" has "tea" twice.' },
    { name: "a blank label", args: { text: "tea", labels: ["tea", " "] }, says: '"labels" has a blank label at 1.' },
    { name: "too many labels", args: { text: "tea", labels: new Array(101).fill("tea") }, says: "labels" }
  ],
  worst: {
    args: { text: "x".repeat(32_768), labels: Array.from({ length: 100 }, (_, at) => `${at}${"y".repeat(390)}`) },
    ends: ["limit", "result"]
  }
})

describe("with a server", () => {
  it("ends when it is cancelled", async () => {
    await useGate([createClassifyText(createSource({ url, model: "silent" }))], {}, async ({ cancelled }) =>
      expect((await cancelled("classify_text", { text: "tea", labels })).error?.class).toBe("cancelled")
    )
  })

  it("names the nearest label", async () => {
    await useGate([createClassifyText(createSource({ url, model: "letters" }))], {}, async ({ call }) =>
      expect((await call("classify_text", { text: "tea", labels: ["zzz", "eat"] })).output.value).toMatchObject({
        label: "eat"
      })
    )
  })
})

describe("scores", () => {
  const cosines = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 20 })
  const labelled = (given: ReadonlyArray<number>) => given.map((_, at) => `label ${at}`)

  it("add up to 1 for one label, and lie between 0 and 1 for several, in the order of the cosines", () => {
    fc.assert(
      fc.property(cosines, fc.boolean(), (given, multi) => {
        const { label, scores } = scoreLabels(labelled(given), given, multi)
        const numbers = scores.map(({ score }) => score)
        if (!multi) expect(Math.abs(numbers.reduce((sum, one) => sum + one, 0) - 1)).toBeLessThan(1e-4)
        expect(numbers.every((score) => score >= 0 && score <= 1)).toBe(true)
        expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
        expect(label).toBe(`label ${given.indexOf(Math.max(...given))}`)
      })
    )
  })

  it("follow the formula", () => {
    const share = (cosine: number) => Math.exp(20 * cosine) / (Math.exp(20 * 0.5) + Math.exp(20 * 0.4))
    const { scores } = scoreLabels(["a", "b"], [0.4, 0.5], false)
    expect(scores.map(({ label }) => label)).toEqual(["b", "a"])
    expect(scores[0]?.score).toBeCloseTo(share(0.5), 5)
    expect(scoreLabels(["a", "b"], [-0.4, 0.5], true).scores.map(({ score }) => score)).toEqual([0.5, 0])
  })
})
