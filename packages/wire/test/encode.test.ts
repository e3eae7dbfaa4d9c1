import { type ContentBlock, defineTool } from "@toolgate/core"
import { expect, it } from "vitest"
import { decode, WireFault } from "../src/decode.ts"
import { encode, Principal, ToolDefinition, ToolEvent, ToolExecution } from "../src/index.ts"
import { failedEvent, principal, refusedExecution } from "./samples.ts"

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

it("writes null for missing members, and only members of the form", () => {
  expect(encode(ToolExecution, refusedExecution)).toEqual({
    ...refusedExecution,
    arguments: null,
    error: { class: "permission_denied", slug: "permission_denied", message: "No.", details: { rule: "deny" } },
    sandbox: null,
    enforced: null
  })
  expect(encode(ToolEvent, failedEvent)).toEqual({ ...failedEvent, partialOutput: null })
})

it("writes every kind of content with its members, and reads it again", () => {
  const content: ReadonlyArray<ContentBlock> = [
    { type: "text", text: "a" },
    { type: "image", mediaType: "image/png", base64: "AAAA" },
    { type: "audio", mediaType: "audio/wav", base64: "AAAA" },
    { type: "file", mediaType: "text/plain", text: "a", uri: "docs://a", name: "a" },
    { type: "file", mediaType: "application/pdf", base64: "AAAA" },
    { type: "link", uri: "https://a.b/", mediaType: "text/html", title: "A" }
  ]
  const answer = { ...refusedExecution, output: { ...refusedExecution.output, content } }
  const sent = throughJson(encode(ToolExecution, answer))
  expect(sent).toMatchObject({ output: { content } })
  expect(decode(ToolExecution, sent)).toBe(sent)
  const half = { ...answer, output: { ...answer.output, content: [{ type: "file", mediaType: "text/plain" }] } }
  expect(decode(ToolExecution, encode(ToolExecution, half as never))).toBeInstanceOf(WireFault)
})

it("records forms without their texts and answers", () => {
  const forms = [{ kind: "form", action: "accept", waitedMs: 1, content: { password: "swordfish" } }] as const
  const sent = throughJson(encode(ToolExecution, { ...refusedExecution, forms }))
  expect(sent).toMatchObject({ forms: [{ kind: "form", action: "accept", waitedMs: 1 }] })
  expect(JSON.stringify(sent)).not.toContain("swordfish")
  expect(decode(ToolExecution, sent)).toBe(sent)
})

it("omits absent members of a principal and encodes the chain of delegation", () => {
  const sent = throughJson(encode(Principal, principal))
  expect(sent).toStrictEqual(principal)
  expect(decode(Principal, sent)).toStrictEqual(principal)
})

it("never encodes functions of a tool", () => {
  const tool = defineTool({
    name: "count",
    description: "Counts.",
    parameters: { type: "object" },
    sideEffects: "EXECUTE",
    execute: () => 1,
    command: { argv: ["wc", "-w"], input: "argument" }
  })
  const definition = throughJson(encode(ToolDefinition, tool))
  expect(decode(ToolDefinition, definition)).toEqual({
    name: "count",
    aliases: [],
    title: null,
    owner: null,
    description: "Counts.",
    parameters: { type: "object" },
    output: null,
    schemas: "portable",
    sideEffects: "EXECUTE",
    effects: [],
    destructive: false,
    risk: "SAFE",
    category: null,
    permission: null,
    resources: [],
    requiresWorkspace: false,
    requiresCapability: true,
    timeoutMs: tool.timeoutMs,
    callers: ["direct"],
    lazySchema: false,
    implementations: [{ kind: "function" }, { kind: "command", argv: ["wc", "-w"] }]
  })
})
