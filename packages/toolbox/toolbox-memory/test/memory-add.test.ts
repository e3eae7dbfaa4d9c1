import { testTool } from "@toolgate/toolbox-testing"
import { expect } from "vitest"
import { createMemoryTools } from "./memoryOf.ts"

const { add, adding } = createMemoryTools()

testTool(add, {
  good: {
    name: "adds an entry, and counts on",
    before: [adding("Tea is in the left drawer.")],
    args: { text: "Prices are kept in cents.", tags: ["style", "money and prices"] },
    value: { id: "m2" }
  },
  edge: [
    { name: "keeps a text of 16 KiB", args: { text: "x".repeat(16_384) }, value: { id: "m1" } },
    {
      name: "keeps a text twice, with as many tags as there may be",
      before: [adding("same")],
      args: { text: "same", tags: Array.from({ length: 16 }, (_, i) => "t".repeat(i + 1)) },
      value: { id: "m2" }
    }
  ],
  bad: [
    {
      name: "a blank text",
      args: { text: " \n" },
      says: "is blank",
      check: ({ executed }) => expect(executed).toBe("no")
    },
    { name: "a text of over 16 KiB of UTF-8", args: { text: "é".repeat(8193) }, says: "16386 bytes of UTF-8" },
    { name: "a text of more characters than there are bytes", args: { text: "x".repeat(16_385) }, says: '"/text"' },
    { name: "half of a character", args: { text: "a\ud800b" }, says: "lone surrogate" },
    {
      name: "seventeen tags",
      args: { text: "a", tags: Array.from({ length: 17 }, (_, i) => `t${i}`) },
      says: '"/tags"'
    },
    { name: "a tag twice", args: { text: "a", tags: ["b", "b"] }, says: '"/tags"' },
    { name: "a tag with a line break", args: { text: "a", tags: ["b\nc"] }, says: "tags" },
    { name: "a tag that begins with a space", args: { text: "a", tags: [" b"] }, says: "tags" },
    { name: "another member", args: { text: "a", id: "m1" }, says: '"/id"' }
  ],
  worst: { args: { text: "\u0000".repeat(16_384), tags: ["t".repeat(64)] }, ends: "result" }
})
