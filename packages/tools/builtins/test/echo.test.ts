import { expect, it } from "vitest"
import { echo } from "../src/index.ts"
import { callTool, takes } from "./callTool.ts"
import { memoryFiles } from "./memoryFiles.ts"

it("returns the given text", async () => {
  const output = await callTool(echo, { text: "hello\n" }, memoryFiles(new Map()))
  expect(output).toEqual({ success: true, metadata: {}, content: [], value: { text: "hello\n" } })
  expect(takes(echo, {})).toBe(false)
  expect(takes(echo, { text: "a", more: 1 })).toBe(false)
})
