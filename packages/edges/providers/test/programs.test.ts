import { tmpdir } from "node:os"
import { calledBy, type ToolCall } from "@toolgate/core"
import { createToolgate, defineTool, type ToolEvent, Type } from "toolgate"
import { describe, expect, it } from "vitest"
import { anthropic, openAiResponses } from "../src/index.ts"

const tool = (name: string, callers: ReadonlyArray<"direct" | "chain">) =>
  defineTool({
    name,
    description: "Says what it is called.",
    sideEffects: "NONE",
    parameters: Type.Object({}),
    callers,
    execute: () => name
  })
const tools = [tool("both", ["direct", "chain"]), tool("direct", ["direct"]), tool("chain", ["chain"])]

const anthropicTurn = (
  callers: ReadonlyArray<unknown>,
  names: ReadonlyArray<string>,
  declared = anthropic.declare([])
) =>
  anthropic.calls(
    {
      id: "msg_1",
      content: callers.map((caller, at) => ({
        type: "tool_use",
        id: `${at}`,
        name: names[at] ?? "both",
        input: {},
        caller
      }))
    },
    declared
  )

const openAiTurn = (
  callers: ReadonlyArray<unknown>,
  names: ReadonlyArray<string>,
  declared = openAiResponses.declare([])
) =>
  openAiResponses.calls(
    {
      id: "resp_1",
      output: callers.map((caller, at) => ({
        type: "function_call",
        call_id: `${at}`,
        name: names[at] ?? "both",
        arguments: "{}",
        caller
      }))
    },
    declared
  )

const byAnthropic = (id: string) => ({ type: "code_execution_20260521", tool_id: id })
const byOpenAi = (id: string) => ({ type: "program", caller_id: id })
const programsOf = (calls: ReadonlyArray<ToolCall>) => calls.map((call) => call[calledBy])

describe("calls of a provider's program", () => {
  it.each([
    ["anthropic", anthropicTurn, byAnthropic],
    ["openai", openAiTurn, byOpenAi]
  ] as const)("of %s name the program that made them; the model's own calls do not", (provider, turn, by) => {
    const { calls } = turn([by("p"), undefined, by("p"), { type: "direct" }, null, by("q")], [])
    const one = (parent: string, index: number) => ({ provider, parent, index })
    expect(programsOf(calls)).toEqual([one("p", 0), undefined, one("p", 1), undefined, undefined, one("q", 0)])
    // A call with an unreadable caller does not count as the model's.
    expect(programsOf(turn(["direct", {}, { type: "later" }], []).calls)).toEqual([one("", 0), one("", 1), one("", 2)])
  })

  it.each([
    ["anthropic", anthropicTurn, byAnthropic],
    ["openai", openAiTurn, byOpenAi]
  ] as const)("of %s reach the gate as chained calls", async (provider, turn, by) => {
    await using gate = await createToolgate({ workspace: tmpdir(), policy: "host", tools })
    const events: Array<ToolEvent> = []
    const names = ["both", "direct", "chain", "both", "chain"]
    const { calls } = turn([by("p"), by("p"), by("p"), undefined, undefined], names)
    const executions = await gate.dispatchAll(calls, { onEvent: (event) => events.push(event) })
    expect(executions.map(({ executed }) => executed)).toEqual(["yes", "no", "yes", "yes", "no"])
    expect(
      events.filter(({ type }) => type === "tool.called").map((event) => "caller" in event && event.caller)
    ).toEqual([
      { kind: "chain", parent: "p", chain: "p", index: 0, provider },
      { kind: "chain", parent: "p", chain: "p", index: 2, provider },
      false
    ])
    // Makes the same calls as a turn too, with new ids.
    const again = calls.map((call) => ({ ...call, id: `again ${call.id}` }))
    const answer = await gate.dispatchTurn(again)
    expect(answer.executions.map(({ executed }) => executed)).toEqual(["yes", "no", "yes", "yes", "no"])
  })
})
