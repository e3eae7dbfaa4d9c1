import { makeToolDefinition } from "@toolgate/testing"
import { expect, it } from "vitest"
import { isGrantEnforced } from "../../src/grant/isGrantEnforced.ts"

it("a boundary enforces the grant of guests and confined commands, and not of hosted tools and functions", () => {
  const enforced = [
    { kind: "provider", specs: { openai: { type: "shell" } } } as const,
    { kind: "function" } as const,
    { kind: "wasm" } as const,
    { kind: "command", argv: ["true"] } as const
  ].map((one) => isGrantEnforced([], makeToolDefinition({ implementations: [one] })))
  expect(enforced).toEqual([false, false, true, true])
})
