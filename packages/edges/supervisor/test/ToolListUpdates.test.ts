import { type DispatchContext, defineHostedTool, defineTool, type ResolvedPath, type Tool } from "@toolgate/core"
import type { SupervisorMessage } from "@toolgate/runner/protocol"
import { beforeEach, expect, it, vi } from "vitest"
import { noTools } from "../src/RunnerTools.ts"
import { listVisibleTools, ToolListUpdates } from "../src/ToolListUpdates.ts"

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const tool = (name: string): Tool =>
  defineTool({
    name,
    description: "For tests.",
    parameters: { type: "object" },
    sideEffects: "NONE",
    execute: () => null
  })

const context: DispatchContext = {
  session: "s",
  turn: "t",
  principal: { agent: "a", ceiling: { tools: "any" } },
  workspace: "/" as ResolvedPath,
  caller: { kind: "direct" },
  deadline: undefined
}

/** Opens a runner, and records the tool names in each list that it receives. */
const open = (...first: ReadonlyArray<Tool>) => {
  const now = { tools: first, isBehind: false }
  const listeners = new Set<() => void>()
  const said: Array<ReadonlyArray<string>> = []
  const broke: Array<unknown> = []
  const tools = {
    ...noTools,
    visible: () => now.tools,
    listen: (changed: () => void) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    }
  }
  const told = new ToolListUpdates(tools, context, first, {
    send: (message: SupervisorMessage) => {
      if (message.op === "tools_changed") said.push(message.tools.map(({ name }) => name))
    },
    isBehind: () => now.isBehind,
    broke: (cause) => broke.push(cause)
  })
  const change = (...changed: ReadonlyArray<Tool>) => {
    now.tools = changed
    for (const listener of listeners) listener()
  }
  return { now, said, broke, tools, change, listeners, end: () => told.end() }
}

const [a, b, c] = [tool("a"), tool("b"), tool("c")]

it("combines changes in quick succession into one list", () => {
  const { change, said } = open(a)
  for (let at = 0; at < 1000; at++) change(a, tool("b"))
  change(a, b, c)
  expect(vi.getTimerCount()).toBe(1)
  vi.runAllTimers()
  change(c)
  vi.runAllTimers()
  expect(said).toEqual([["a", "b", "c"], ["c"]])
})

it("does not list a hosted tool, because a runner cannot declare it", () => {
  const { change, said, tools } = open(a)
  const hosted = defineHostedTool({
    name: "web_search",
    description: "For tests.",
    sideEffects: "READ",
    providerSpecs: { openai: { type: "web_search" } }
  })
  change(a, hosted)
  vi.runAllTimers()
  change(b, hosted)
  vi.runAllTimers()
  expect(said).toEqual([["b"]])
  expect(listVisibleTools(tools, context)).toEqual([b])
})

it("sends nothing when the runner's tools are unchanged", () => {
  const { change, said } = open(a, b)
  change(a, b)
  vi.runAllTimers()
  change(a)
  change(a, b)
  vi.runAllTimers()
  expect(said).toEqual([])
  change(a, tool("b"))
  vi.runAllTimers()
  expect(said).toEqual([["a", "b"]])
})

it("sends a slow runner only the last list, once it has caught up", () => {
  const { change, now, said } = open(a)
  now.isBehind = true
  for (const one of [b, c]) {
    change(one)
    vi.advanceTimersByTime(60_000)
  }
  expect(said).toEqual([])
  now.isBehind = false
  vi.runAllTimers()
  expect(said).toEqual([["c"]])
})

it("continues when listing the visible tools throws", () => {
  const { broke, change, said, tools } = open(a)
  const failed = new Error("a policy's own")
  const { visible } = tools
  tools.visible = () => {
    throw failed
  }
  change(b)
  vi.runAllTimers()
  tools.visible = visible
  change(c)
  vi.runAllTimers()
  expect([broke, said]).toEqual([[failed], [["c"]]])
})

it("sends nothing after its end, and leaves nothing behind", () => {
  const { change, end, listeners, said } = open(a)
  change(b)
  end()
  expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0])
  vi.runAllTimers()
  expect(said).toEqual([])
})
