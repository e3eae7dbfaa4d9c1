import { expect, it } from "vitest"
import { boundOutput, mostBytes } from "../src/index.ts"

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ at, text: "x".repeat(100) }))

it("returns a result that fits unchanged", () => {
  expect(boundOutput(rows(2), (kept, cut) => ({ rows: kept, cut }), "Ask for less.")).toMatchObject({
    content: [],
    value: { rows: rows(2), cut: false }
  })
})

it("shortens a longer result to whole items, and reports their number", () => {
  const { value, content } = boundOutput(rows(1000), (kept, cut) => ({ rows: kept, cut }), "Ask for less.")
  const { rows: kept, cut } = value as { readonly rows: ReadonlyArray<unknown>; readonly cut: boolean }
  expect(cut).toBe(true)
  expect(kept).toEqual(rows(kept.length))
  expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThanOrEqual(mostBytes)
  expect(content).toEqual([
    { type: "text", text: `${JSON.stringify(value)}\n[Cut: these are the first ${kept.length} of 1000. Ask for less.]` }
  ])
})
