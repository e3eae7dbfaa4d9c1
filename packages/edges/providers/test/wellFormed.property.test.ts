import type { ContentBlock, Json, ToolExecution } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { anthropic, type Format, gemini, modelText, openAiChat, openAiResponses } from "../src/index.ts"

// biome-ignore lint/suspicious/noExplicitAny: any JSON is given to formats of four types
type AnyFormat = Format<any, any, any, any>

const formats: ReadonlyArray<AnyFormat> = [openAiResponses, openAiChat, anthropic, gemini]

// Lone surrogates, in names and in texts.
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("\ud800", "a\udc00b", "\udc00\ud800", "k\ud83d"),
  fc.array(fc.integer({ min: 0xd700, max: 0xe100 }), { maxLength: 4 }).map((codes) => String.fromCharCode(...codes))
)
const json = fc.jsonValue({ stringUnit: "binary" }) as fc.Arbitrary<Json>
const value: fc.Arbitrary<Json> = fc.oneof(json, fc.dictionary(text, fc.oneof(text, json)), fc.array(text))

const block: fc.Arbitrary<ContentBlock> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text }),
  fc.record({ type: fc.constant("link" as const), uri: text, title: text }),
  fc.record({ type: fc.constant("image" as const), mediaType: text, base64: text }),
  fc.record({ type: fc.constant("audio" as const), mediaType: text, base64: text }),
  fc.record({ type: fc.constant("file" as const), mediaType: text, name: text, uri: text, base64: text }),
  fc.record({ type: fc.constant("file" as const), mediaType: text, name: text, text })
)

const execution: fc.Arbitrary<Omit<ToolExecution, "callId">> = fc.record({
  toolName: text,
  arguments: fc.constant({}),
  success: fc.boolean(),
  output: fc.record(
    { content: fc.array(block, { maxLength: 3 }), value, success: fc.boolean(), metadata: fc.constant({}) },
    { requiredKeys: ["content", "success", "metadata"] }
  ),
  error: fc.option(
    fc
      .record({ message: text, details: fc.record({ validationErrors: fc.array(text, { maxLength: 2 }) }) })
      .map(
        (members) =>
          ({ ...members, _tag: "Refused", why: "InvalidArgs", class: "validation_error", slug: "x" }) as never
      ),
    { nil: undefined }
  ),
  executed: fc.constantFrom("no" as const, "yes" as const, "unknown" as const),
  sandbox: fc.constant(undefined),
  enforced: fc.constant(undefined),
  durationMs: fc.constant(1),
  waitedMs: fc.constant(0)
})

const call = fc.record({ id: text, name: text, args: value, raw: text })

/** Returns the first text or name in a value with a lone surrogate. */
const halfIn = (value: unknown): string | undefined => {
  if (typeof value === "string") return value.isWellFormed() ? undefined : JSON.stringify(value)
  if (typeof value !== "object" || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const half = halfIn(name) ?? halfIn(member)
    if (half !== undefined) return half
  }
  return undefined
}

const responseOf = (calls: ReadonlyArray<{ id: string; name: string; args: Json; raw: string }>) => ({
  id: "r",
  output: calls.flatMap(({ id, name, raw }) => [
    { type: "function_call", call_id: id, name, arguments: raw, namespace: raw, caller: { type: raw } },
    { type: "mcp_approval_request", id: `m${id}`, server_label: name, name, arguments: raw }
  ]),
  content: calls.map(({ id, name, args, raw }) => ({ type: "tool_use", id, name, input: args, toolset_name: raw })),
  choices: [
    {
      message: {
        role: "assistant",
        content: calls[0]?.raw,
        tool_calls: calls.map(({ id, name, raw }) => ({ id, type: "function", function: { name, arguments: raw } }))
      }
    }
  ],
  candidates: [
    { content: { role: "model", parts: calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } })) } }
  ]
})

describe.each(formats)("$provider", (format) => {
  it("sends only valid Unicode, with any text of a model, a tool or a server", () => {
    const declared = format.declare([])
    fc.assert(
      fc.property(fc.array(call, { maxLength: 3 }), fc.array(execution, { maxLength: 6 }), (calls, executions) => {
        const turn = format.calls(responseOf(calls), declared)
        const made = turn.calls.map(({ id }, at) => ({
          ...executions[at % Math.max(1, executions.length)],
          callId: id
        }))
        const answers = format.answers(turn, executions.length === 0 ? [] : (made as Array<ToolExecution>))
        expect(halfIn(turn.said)).toBeUndefined()
        expect(halfIn(answers)).toBeUndefined()
        // The answer to a repeated item has the same id.
        for (const { id, hasId } of turn.items)
          if (hasId) expect(JSON.stringify(turn.said)).toContain(JSON.stringify(id))
        expect(new Set(turn.items.map(({ id }) => id)).size).toBe(turn.items.length)
      }),
      runs(300)
    )
  })

  it("declares only valid Unicode", () => {
    const listed = fc.record({
      name: fc.stringMatching(/^[a-z]{1,8}$/),
      description: text,
      parameters: fc.record({
        type: fc.constant("object" as const),
        description: text,
        properties: fc.dictionary(text, fc.record({ type: fc.constant("string"), enum: fc.array(text), title: text }))
      }),
      output: fc.constant(undefined),
      callers: fc.constant(["direct" as const]),
      lazySchema: fc.constant(false),
      implementations: fc.constant([])
    })
    fc.assert(
      fc.property(fc.uniqueArray(listed, { selector: ({ name }) => name, maxLength: 3 }), (tools) => {
        expect(halfIn(format.declare(tools as never).declarations)).toBeUndefined()
      }),
      runs(200)
    )
  })
})

it("describes an execution in valid Unicode only", () => {
  fc.assert(
    fc.property(execution, (one) => {
      expect(halfIn(modelText({ ...one, callId: "1" }))).toBeUndefined()
    }),
    runs(300)
  )
})
