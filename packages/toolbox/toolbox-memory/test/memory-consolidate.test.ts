import { testTool } from "@toolgate/toolbox-testing"
import { createMemoryTools } from "./memoryOf.ts"

const { consolidate, adding, consolidating } = createMemoryTools()
const before = [adding("In cents.", "style", "money"), adding("In grams.", "style"), adding("c")]
const fifty = Array.from({ length: 50 }, (_, i) => `m${i + 1}`)

testTool(consolidate, {
  good: {
    name: "puts one entry in the place of two",
    before,
    args: { ids: ["m2", "m1"], text: "In cents and in grams." },
    value: { id: "m4", superseded: ["m2", "m1"] }
  },
  edge: [
    {
      name: "puts one entry in the place of fifty",
      before: fifty.map((id) => adding(id)),
      args: { ids: fifty, text: "All." },
      value: { id: "m51", superseded: fifty }
    },
    {
      name: "consolidates what was consolidated",
      before: [...before, consolidating(["m1", "m2"], "d")],
      args: { ids: ["m3", "m4"], text: "e" },
      value: { id: "m5" }
    }
  ],
  bad: [
    {
      name: "an entry that was superseded, and names it",
      before: [...before, consolidating(["m1", "m2"], "d")],
      args: { ids: ["m3", "m2"], text: "e" },
      says: /"m2" was superseded already.*"m4" replaces it/,
      class: "execution_error"
    },
    { name: "an unknown entry", before, args: { ids: ["m1", "m9"], text: "e" }, says: '"m9"', class: "not_found" },
    { name: "one entry", before, args: { ids: ["m1"], text: "e" }, says: '"/ids"' },
    { name: "an entry twice", before, args: { ids: ["m1", "m1"], text: "e" }, says: '"/ids"' },
    { name: "fifty-one entries", args: { ids: [...fifty, "m51"], text: "e" }, says: '"/ids"' },
    { name: "a blank text", before, args: { ids: ["m1", "m2"], text: "" }, says: '"/text"' }
  ],
  worst: { args: { ids: fifty, text: "x".repeat(16_384) }, ends: "failure" }
})
