import { runs } from "@toolgate/testing"
import { testTool } from "@toolgate/toolbox-testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { drawBars } from "../src/histogram/drawBars.ts"
import { histogram } from "../src/index.ts"

const many = Array.from({ length: 999_000 }, (_, at) => Math.sin(at * at))

testTool(histogram, {
  good: {
    name: "counts numbers in bins, the greatest in the last",
    args: { data: [0, 1, 2, 3, 4], bins: 2, width: 10 },
    text: "[0, 2) ██████▋ 2\n[2, 4] ██████████ 3",
    value: {
      bins: [
        { from: 0, to: 2, count: 2 },
        { from: 2, to: 4, count: 3 }
      ]
    }
  },
  edge: [
    { name: "has one bin for one number", args: { data: [7] }, value: { bins: [{ from: 7, to: 7, count: 1 }] } },
    {
      name: "has one bin for equal numbers, also if more are asked for",
      args: { data: [2, 2, 2], bins: 5 },
      value: { bins: [{ from: 2, to: 2, count: 3 }] }
    },
    {
      name: "finds a number of bins where most numbers are the same",
      args: { data: [0, 0, 0, 0, 0, 0, 0, 8] },
      value: { bins: [{ count: 7 }, { count: 0 }, { count: 0 }, { count: 1 }] }
    },
    {
      name: "shows a bin with one number among many",
      args: { data: [...Array(10_000).fill(0), 1], bins: 2 },
      text: "[0.5, 1] ▏ 1"
    }
  ],
  bad: [
    { name: "no numbers", args: { data: [] }, says: "data" },
    { name: "a text", args: { data: ["1"] }, says: "data" },
    { name: "a gap", args: { data: [1, null] }, says: "data" },
    { name: "no bins", args: { data: [1], bins: 0 }, says: "bins" },
    { name: "too many bins", args: { data: [1], bins: 101 }, says: "bins" },
    {
      name: "numbers that are too far apart",
      args: { data: [-1.7e308, 1.7e308] },
      says: "scale them down",
      class: "execution_error"
    }
  ],
  cancel: { args: { data: many } },
  worst: { args: { data: many }, ends: ["limit", "result"] }
})

it("counts each number once, in its bin", () => {
  const numbers = fc.array(
    fc.oneof(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.integer({ min: -100, max: 100 }).map((hundredths) => hundredths / 100)
    ),
    { minLength: 1, maxLength: 50 }
  )
  fc.assert(
    fc.property(numbers, fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }), (data, wanted) => {
      const { bins } = drawBars({ data, bins: wanted, width: 10 })
      for (const [at, { from, to, count }] of bins.entries()) {
        const isLast = at === bins.length - 1
        expect(data.filter((one) => one >= from && (one < to || (isLast && one === to)))).toHaveLength(count)
      }
      expect([bins[0]?.from, bins.at(-1)?.to]).toEqual([Math.min(...data) + 0, Math.max(...data) + 0])
    }),
    runs(1000)
  )
})
