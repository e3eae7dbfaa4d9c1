import { describe, expect, it } from "vitest"
import { nearest } from "../../src/config/nearest.ts"

describe("the name that was probably meant", () => {
  it.each([
    ["hots", ["wasm", "host"], "host"],
    ["dney", ["deny", "ask"], "deny"],
    ["ohst", ["host"], "host"],
    ["hsot", ["ghost", "host"], "host"],
    ["hosts", ["host"], "host"],
    ["raed_fiel", ["read_file"], undefined],
    ["sthost", ["hostst"], undefined],
    ["ab", ["cd"], undefined],
    ["ab", ["ba"], "ba"],
    ["a", ["b"], undefined],
    ["", ["a"], undefined],
    ["host", [], undefined]
  ])("of %j among %j is %j", (wanted, names, meant) => {
    expect(nearest(wanted, names)).toBe(meant)
  })
})
