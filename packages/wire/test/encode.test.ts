import { defineTool } from "@toolgate/core"
import { expect, it } from "vitest"
import { decode } from "../src/decode.ts"
import { encode, Principal, ToolDefinition, ToolEvent, ToolExecution } from "../src/index.ts"
import { failedEvent, principal, refusedExecution } from "./samples.ts"

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

it("writes null where there is nothing in an answer, and only what the form names", () => {
  expect(encode(ToolExecution, refusedExecution)).toEqual({
    ...refusedExecution,
    arguments: null,
    error: { class: "permission_denied", slug: "permission_denied", message: "No.", details: { rule: "deny" } },
    sandbox: null,
    enforced: null
  })
  expect(encode(ToolEvent, failedEvent)).toEqual({ ...failedEvent, partialOutput: null })
})

it("leaves out what a principal has not, and follows the chain of delegation", () => {
  const sent = throughJson(encode(Principal, principal))
  expect(sent).toStrictEqual(principal)
  expect(decode(Principal, sent)).toStrictEqual(principal)
})

it("lets no function of a tool out of the process", () => {
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
    implementations: [{ kind: "function" }, { kind: "command", argv: ["wc", "-w"] }]
  })
})
