import { join } from "node:path"
import { openKeyFile } from "@toolgate/local-secrets"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { defineTool, type ToolgateOptions, Type } from "../src/index.ts"
import { newFolder, note, noting, opened } from "./asking.ts"

// Counts every timer, also those that would not keep a process alive.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }))
afterEach(() => void vi.useRealTimers())

const echo = defineTool({
  name: "echo_text",
  description: "Returns a text.",
  parameters: Type.Object({}),
  sideEffects: "NONE",
  execute: () => "here"
})

/** Opens a gate where one call runs at a time, and returns how many timers are left after many deferred calls. */
const deferMany = async (most: number, more: Partial<ToolgateOptions<never>> = {}) => {
  const gate = await opened({
    tools: [note, echo],
    onAsk: "wait",
    questionsPerAgent: most + 1,
    limits: { callsPerSession: 1, callsInAll: 1 },
    ...more
  })
  const defer = async (timeoutMs?: number) => {
    const { error, executed } = await gate.dispatch(noting(), { defer: {}, ...(timeoutMs && { timeoutMs }) })
    expect([error?.why, executed]).toEqual(["ApprovalPending", "no"])
  }
  await defer()
  const before = vi.getTimerCount()
  for (let at = 0; at < most; at++) await defer(at % 2 === 0 ? undefined : 60_000)
  expect((await gate.approvals.list()).length).toBe(most + 1)
  // Runs only if no deferred call has the one slot.
  const { executed } = await gate.dispatch({ id: "free", tool: "echo_text", args: {} })
  expect(executed).toBe("yes")
  return vi.getTimerCount() - before
}

it("1,000 deferred calls leave no timer and no slot behind", async () => {
  expect(await deferMany(1_000)).toBe(0)
})

it("deferred calls in a store leave no timer, no slot and no heartbeat behind", async () => {
  const folder = newFolder()
  const key = join(folder, "store.key")
  await openKeyFile(key)
  expect(await deferMany(20, { store: { at: join(folder, "store.sqlite"), key: `file:${key}` } })).toBe(0)
})
