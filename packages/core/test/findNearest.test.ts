import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "../../testing/src/runs.ts"
import { findNearest, isMisspelling } from "../src/findNearest.ts"

describe("findNearest", () => {
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
  ])("for %j among %j: %j", (wanted, names, meant) => {
    expect(findNearest(wanted, names)).toBe(meant)
  })
})

describe("isMisspelling", () => {
  it.each([
    ["Read_File", "read_file", true],
    ["read_fil", "read_file", true],
    ["read_fileS", "read_file", true],
    ["read-file", "read_file", true],
    ["raed_file", "read_file", true],
    ["RAED_FILE", "read_file", true],
    ["read_file", "read_file", false],
    ["raed_fiel", "read_file", false],
    ["read_files2", "read_file", false],
    ["a", "b", false],
    ["a", "A", true],
    ["ls", "cs", true],
    ["", "a", false]
  ])("%j for %j: %j", (name, meant, is) => {
    expect(isMisspelling(name, meant)).toBe(is)
  })

  it("agrees with an exhaustive search of all single edits", () => {
    const letters = [..."abc"]
    const text = fc.string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 5 })
    fc.assert(
      fc.property(text, text, (name, meant) => {
        const around = new Set<string>()
        for (let i = 0; i <= meant.length; i++) {
          around.add(meant.slice(0, i) + meant.slice(i + 1))
          around.add(meant.slice(0, i) + (meant[i + 1] ?? "") + (meant[i] ?? "") + meant.slice(i + 2))
          for (const letter of letters) {
            around.add(meant.slice(0, i) + letter + meant.slice(i))
            around.add(meant.slice(0, i) + letter + meant.slice(i + 1))
          }
        }
        around.delete(meant)
        expect(isMisspelling(name, meant)).toBe(around.has(name))
      }),
      runs(5_000)
    )
  })
})
