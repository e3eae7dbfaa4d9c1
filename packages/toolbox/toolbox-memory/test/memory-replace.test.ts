import { testTool } from "@toolgate/toolbox-testing"
import { createMemoryTools } from "./memoryOf.ts"

const { replace, adding, replacing, consolidating } = createMemoryTools()
const before = [adding("Prices are kept in cents.", "style")]

testTool(replace, {
  good: {
    name: "replaces a text, and returns the one before",
    before,
    args: { id: "m1", text: "Prices are kept in mills." },
    value: { id: "m1", previous: "Prices are kept in cents." }
  },
  edge: [
    {
      name: "returns the last text of several",
      before: [...before, replacing("m1", "In mills."), replacing("m1", "In euros.")],
      args: { id: "m1", text: "x".repeat(16_384) },
      value: { id: "m1", previous: "In euros." }
    },
    {
      name: "takes the text that is there",
      before: [adding("a\u0000b")],
      args: { id: "m1", text: "a\u0000b" },
      value: { previous: "a\u0000b" }
    }
  ],
  bad: [
    { name: "an unknown id", before, args: { id: "m2", text: "a" }, says: 'no entry "m2"', class: "not_found" },
    {
      name: "an entry that was superseded, and names the one in its place",
      before: [...before, adding("a"), consolidating(["m1", "m2"], "b"), adding("c"), consolidating(["m3", "m4"], "d")],
      args: { id: "m1", text: "e" },
      says: /"m1" was superseded already.*"m5" replaces it/,
      class: "execution_error"
    },
    { name: "a number for an id", args: { id: "1", text: "a" }, says: '"/id"' },
    { name: "an id that begins with zero", args: { id: "m01", text: "a" }, says: '"/id"' },
    { name: "an id that is not exact as a number", args: { id: `m${"9".repeat(16)}`, text: "a" }, says: '"/id"' },
    { name: "a blank text", before, args: { id: "m1", text: "\t" }, says: "is blank" },
    { name: "no text", args: { id: "m1" }, says: '"/text"' }
  ],
  worst: { args: { id: `m${"9".repeat(15)}`, text: "é".repeat(8192) }, ends: "failure" }
})
