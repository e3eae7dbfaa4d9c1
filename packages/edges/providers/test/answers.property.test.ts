import type { ToolExecution } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  anthropic,
  type Declared,
  defineProviderTool,
  type Format,
  gemini,
  openAiChat,
  openAiResponses
} from "../src/index.ts"
import { getGate } from "./conversations/round.ts"

// biome-ignore lint/suspicious/noExplicitAny: any JSON is given to formats of four types
type AnyFormat = Format<any, any, any, any>

const formats: ReadonlyArray<AnyFormat> = [openAiResponses, openAiChat, anthropic, gemini]

const shell = defineProviderTool({
  name: "shell",
  description: "Commands.",
  providerSpecs: { openai: { type: "shell" }, anthropic: { type: "bash_20250124", name: "bash" } },
  callTypes: [{ type: "shell_call" }, { type: "tool_use", name: "bash" }],
  uses: ["get_weather"],
  handleCall: ({ item }) => ({
    calls: (item.commands as ReadonlyArray<string>).map((location) => ({ tool: "get_weather", args: { location } }))
  })
})

const text = fc.oneof(
  fc.constantFrom("", "a", "a_2", "call", "get_weather", "bash", "__proto__", "constructor"),
  fc.string()
)

/** Items similar to a provider's, with arbitrary members. */
const item = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      type: fc.oneof(
        fc.constantFrom(
          "function_call",
          "custom_tool_call",
          "shell_call",
          "computer_call",
          "apply_patch_call",
          "local_shell_call",
          "mcp_approval_request",
          "tool_search_call",
          "web_search_call",
          "message",
          "reasoning",
          "tool_use",
          "server_tool_use",
          "text"
        ),
        text
      ),
      id: fc.oneof(text, fc.jsonValue()),
      call_id: fc.oneof(text, fc.jsonValue()),
      name: fc.oneof(text, fc.jsonValue()),
      arguments: fc.oneof(text, fc.jsonValue()),
      input: fc.jsonValue(),
      commands: fc.oneof(fc.array(text, { maxLength: 3 }), fc.jsonValue()),
      caller: fc.jsonValue(),
      pending_safety_checks: fc.oneof(fc.array(fc.record({ id: text })), fc.jsonValue()),
      function: fc.oneof(fc.record({ name: text, arguments: text }), fc.jsonValue()),
      functionCall: fc.oneof(fc.record({ id: text, name: text, args: fc.jsonValue() }), fc.jsonValue())
    },
    { requiredKeys: [] }
  )
)

const items = fc.oneof(fc.array(item, { maxLength: 8 }), fc.jsonValue())

const response = fc.oneof(
  fc.jsonValue(),
  items.map((output) => ({
    id: "r",
    output,
    content: output,
    choices: [{ message: { role: "assistant", tool_calls: output } }],
    candidates: [{ content: { role: "model", parts: output } }]
  }))
)

/** An answer in the form of any format. */
interface Written {
  readonly call_id?: string
  readonly id?: string
  readonly approval_request_id?: string
  readonly tool_call_id?: string
  readonly content?: ReadonlyArray<{ readonly tool_use_id: string }>
  readonly parts?: ReadonlyArray<{ readonly functionResponse: { readonly id?: string } }>
}

/** Returns the ids of all answers in order. */
const idsOf = (format: AnyFormat, answers: unknown): ReadonlyArray<unknown> => {
  const all = JSON.parse(JSON.stringify(answers)) as ReadonlyArray<Written>
  if (format === openAiResponses)
    return all.map(({ call_id, id, approval_request_id }) => approval_request_id ?? call_id ?? id)
  if (format === openAiChat) return all.map(({ tool_call_id }) => tool_call_id)
  if (format === anthropic) return all.flatMap(({ content = [] }) => content.map(({ tool_use_id }) => tool_use_id))
  return all.flatMap(({ parts = [] }) => parts.map(({ functionResponse }) => functionResponse.id))
}

const declaredBy = async (format: AnyFormat): Promise<Declared> =>
  format.declare(await (await getGate()).tools.declarable(), { providerTools: [shell] })

describe.each(formats)("$provider", (format) => {
  it("never throws, and answers every call of a turn once", async () => {
    const declared = await declaredBy(format)
    const execution = (callId: string, kind: number): ToolExecution => ({
      callId,
      toolName: "x",
      arguments: undefined,
      success: kind % 2 === 0,
      output: { content: kind === 1 ? [] : [{ type: "text", text: "said" }], success: true, metadata: {} },
      error: undefined,
      executed: "yes",
      sandbox: undefined,
      enforced: undefined,
      durationMs: 0,
      waitedMs: 0
    })
    fc.assert(
      fc.property(response, fc.array(fc.nat({ max: 5 })), (given, kinds) => {
        const turn = format.calls(given, declared)
        format.hosted(given, declared)
        const ids = turn.calls.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(turn.items.flatMap(({ callIds }) => callIds)).toEqual(ids)
        // Includes calls without an execution or with two, and executions without a call.
        const executions = kinds
          .flatMap((kind, at) => execution(ids[at] ?? `other_${at}`, kind))
          .concat(execution("other", 0))
        for (const answers of [format.answers(turn, executions), format.answers(turn, [])]) {
          const answered = idsOf(format, answers)
          expect(answered).toEqual(turn.items.map(({ id, hasId }) => (hasId || format !== gemini ? id : undefined)))
        }
        expect(new Set(turn.items.map(({ id }) => id)).size).toBe(turn.items.length)
        for (const { id } of turn.items)
          if (format !== gemini) expect(JSON.stringify(turn.said)).toContain(JSON.stringify(id))
      }),
      runs(500)
    )
  })
})
