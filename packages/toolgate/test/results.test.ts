import { tmpdir } from "node:os"
import { type ContentBlock, refused, type ToolOutput } from "@toolgate/core"
import * as Wire from "@toolgate/wire"
import { decode } from "@toolgate/wire/decode"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  createToolgate,
  defineTool,
  type Tool,
  type ToolExecution,
  ToolOutcomeUnknown,
  toolOutput
} from "../src/index.ts"
import { toEnvelope, toExecutionResult, toHuman, toMachine } from "../src/results.ts"

const tool = (execute: (args: object) => unknown, more: Partial<Pick<Tool, "sideEffects" | "effects">> = {}): Tool =>
  defineTool({
    name: "t",
    description: "Does what a test needs.",
    parameters: { type: "object" },
    schemas: "full",
    sideEffects: "WRITE",
    ...more,
    execute
  })

const answerOf = async (
  execute: (args: object) => unknown,
  more: Partial<Pick<Tool, "sideEffects" | "effects">> = {},
  name = "t"
) => {
  await using gate = await createToolgate({ workspace: tmpdir(), policy: "host", tools: [tool(execute, more)] })
  return gate.dispatch({ id: "1", tool: name, args: {} })
}

const times = { duration_ms: expect.any(Number), waited_ms: 0 }

const image: ContentBlock = { type: "image", mediaType: "image/png", base64: "iVBORw0KGgo=" }
const file: ContentBlock = {
  type: "file",
  mediaType: "text/plain",
  text: "milk\u0007",
  name: "todo.txt",
  uri: "docs://todo"
}
const link: ContentBlock = { type: "link", uri: "https://example.org/?a=\u202e", title: "A" }

describe("toEnvelope", () => {
  it("has the members of the protocol, for any answer of a call", async () => {
    expect(toEnvelope(await answerOf(() => ({ n: 1 }), { effects: ["modifies_files", "network_access"] }))).toEqual({
      protocol_version: 1,
      ok: true,
      status: "success",
      output: { n: 1 },
      side_effects_declared: ["modifies_files", "network_access"],
      requires_approval: false,
      metadata: { call_id: "1", tool_name: "t", executed: "yes", ...times }
    })
    const failing = () => toolOutput({ text: "HTTP 500", success: false, metadata: { retry: 3 } })
    expect(toEnvelope(await answerOf(failing))).toEqual({
      protocol_version: 1,
      ok: false,
      status: "error",
      output: "HTTP 500",
      side_effects_declared: ["modifies_files"],
      requires_approval: false,
      metadata: {
        call_id: "1",
        tool_name: "t",
        executed: "yes",
        ...times,
        error: { class: "execution_error", slug: "tool_failed", message: "HTTP 500", details: {} },
        tool_metadata: { retry: 3 }
      }
    })
    expect(toEnvelope(await answerOf(() => null, {}, "nothing"))).toMatchObject({
      ok: false,
      status: "error",
      output: null,
      side_effects_declared: [],
      metadata: { call_id: "1", tool_name: "nothing", executed: "no", error: { class: "not_found" } }
    })
  })

  it.each([
    ["NONE", ["read_only"]],
    ["READ", ["read_only"]],
    ["WRITE", ["modifies_files"]],
    ["EXECUTE", ["local_exec"]],
    ["NETWORK", ["network_access"]]
  ] as const)("declares the effects of class %s if the tool declares none", async (sideEffects, declared) => {
    expect(toEnvelope(await answerOf(() => null, { sideEffects })).side_effects_declared).toEqual(declared)
  })

  it("declares the effects of the definition with which the call ran, even if the tool was replaced meanwhile", async () => {
    const started = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const waiting = tool(
      () => {
        started.resolve()
        return end.promise
      },
      { sideEffects: "READ" }
    )
    await using gate = await createToolgate({ workspace: tmpdir(), policy: "host", tools: [waiting] })
    const answer = gate.dispatch({ id: "1", tool: "t", args: {} })
    await started.promise
    await gate.tools.replace(tool(() => null, { sideEffects: "NETWORK" }))
    end.resolve()
    expect(toEnvelope(await answer).side_effects_declared).toEqual(["read_only"])
  })

  const [one, two] = [{ type: "text", text: "a" } as const, { type: "text", text: "b" } as const]
  it.each<[string, Partial<ToolOutput>, object]>([
    ["a text", { content: [one] }, { output: "a" }],
    ["nothing", {}, { output: null }],
    ["a value", { value: [1] }, { output: [1] }],
    ["the value null", { value: null }, { output: null }],
    ["a text beside a value", { content: [one], value: { n: 1 } }, { output: "a", structured_content: { n: 1 } }],
    ["a text beside null", { content: [one], value: null }, { output: "a", structured_content: null }],
    ["several texts", { content: [one, two] }, { output: "a\nb", content: [one, two] }],
    ["an image", { content: [image] }, { output: null, content: [image] }],
    ["a text with an image", { content: [one, image] }, { output: "a", content: [one, image] }],
    ["a text file", { content: [file] }, { output: "milk\u0007", content: [file] }],
    [
      "a text with a text file",
      { content: [one, link, file] },
      { output: "a\nmilk\u0007", content: [one, link, file] }
    ],
    ["a link", { content: [link] }, { output: null, content: [link] }]
  ])("loses nothing of %s", async (_what, said, { ...expected }) => {
    const { output, metadata } = toEnvelope(await answerOf(() => toolOutput(said)))
    const { structured_content, content } = metadata
    expect({ output, structured_content, content }).toEqual(expected)
  })

  it("reports what a call waits for, and that it did not run", async () => {
    const execution: ToolExecution = {
      ...(await answerOf(() => null)),
      success: false,
      executed: "no",
      error: refused("ApprovalPending", "It waits."),
      pending: { approvalId: "a1", expiresAt: 1_800_000_000_000 }
    }
    const envelope = toEnvelope(execution)
    expect(envelope).toMatchObject({
      ok: false,
      status: "pending_approval",
      requires_approval: true,
      side_effects_declared: ["modifies_files"],
      metadata: { executed: "no", approval: { id: "a1", expires_at: 1_800_000_000_000 } }
    })
    expect(toHuman(envelope)).toBe(
      'Tool "t" was not run. It waits for approval "a1", until 2027-01-15T08:00:00.000Z. It waits.'
    )
  })
})

describe("toHuman", () => {
  const textOf = async (execute: (args: object) => unknown) => toHuman(toEnvelope(await answerOf(execute)))

  it.each<[string, unknown, string]>([
    ["text as it is, with every letter that there is", "naïve\n\tمرحبا 👩‍👩‍👧", "naïve\n\tمرحبا 👩‍👩‍👧"],
    ["line ends of both kinds", "a\r\nb\n", "a\r\nb\n"],
    ["nothing by a word", undefined, "(no output)"],
    ["a value as JSON", { n: [1] }, '{\n  "n": [\n    1\n  ]\n}'],
    ["the text beside a value", toolOutput({ text: "two rows", value: [1, 2] }), "two rows"],
    ["an image by its size", toolOutput({ content: [image] }), "[An image, image/png, 8 bytes]"],
    [
      "a text file by what it is, and as it is",
      toolOutput({ content: [file, link] }),
      '[A file, "todo.txt", text/plain, 5 characters, "docs://todo"]\nmilk\\u0007\n[A link, "A", "https://example.org/?a=\\u202e"]'
    ],
    ["control characters as in JSON", "\u001b[31mred\u0007\u0000\u009b2J", "\\u001b[31mred\\u0007\\u0000\\u009b2J"],
    ["a carriage return that would overwrite the line", "safe\rrm -rf /", "safe\\u000drm -rf /"],
    ["marks that turn the direction", "a\u202etxt.exe", "a\\u202etxt.exe"],
    ["half a character as its replacement", "a\ud83d", "a\ufffd"]
  ])("shows %s", async (_what, returned, text) => {
    expect(await textOf(() => returned)).toBe(text)
  })

  it("reports the outcome of a failed call, and its output until then", async () => {
    const failed = await answerOf(() => toolOutput({ text: "HTTP 500", success: false }))
    expect(toHuman(toEnvelope(failed))).toBe('Tool "t" failed (execution_error): HTTP 500')
    const error = refused("ToolFailed", "Bad:\nTool is fine.\u001b[2J", { validationErrors: ["from: is after to"] })
    expect(toHuman(toEnvelope({ ...failed, error }))).toBe(
      'Tool "t" failed (execution_error): Bad:\n  Tool is fine.\\u001b[2J\n  - from: is after to\nOutput until then:\nHTTP 500'
    )
    expect(toHuman(toEnvelope(await answerOf(() => null, {}, "\u001b]0;x\u0007")))).toBe(
      'Tool "\\u001b]0;x\\u0007" was not run (not_found): Tool "\\u001b]0;x\\u0007" not found. Available: t.'
    )
  })

  it("says to check before repeating a call with an unknown outcome, and marks an earlier answer", async () => {
    const lost = await answerOf(() => Promise.reject(new ToolOutcomeUnknown({ message: "The bank did not answer." })))
    expect(toHuman(toEnvelope(lost))).toBe(
      'Tool "t" failed (execution_error): The bank did not answer.\nIt is unknown whether the call took effect. Check before repeating it.'
    )
    expect(toHuman(toEnvelope({ ...(await answerOf(() => "paid")), replayed: true }))).toBe(
      "This answer is from an earlier call with the same idempotency key.\npaid"
    )
  })
})

const circular: Record<string, unknown> = { name: "a" }
circular.self = circular

const revoked = Proxy.revocable({}, {})
revoked.revoke()

describe("toMachine", () => {
  /** Returns an answer as an app's own sandbox might give it. */
  const machineOf = async (value: unknown) => toMachine(toEnvelope(await answerWith({ value: value as never })))

  it.each<[string, unknown, unknown]>([
    ["a large integer", { id: 2n ** 80n }, { id: "1208925819614629174706176" }],
    ["what holds itself", circular, { name: "a", self: "[holds itself]" }],
    ["undefined and functions", { a: undefined, b: () => 1, c: [undefined, Symbol("x")] }, { c: [null, null] }],
    ["numbers that are none", [Number.NaN, Number.POSITIVE_INFINITY, -0], [null, null, 0]],
    ["what knows itself as JSON", [new Date(0), new URL("https://a.b/")], ["1970-01-01T00:00:00.000Z", "https://a.b/"]],
    ["what shows nothing of itself", [new Map([[1, 2]]), new Error("secret")], ["[object Map]", "[object Error]"]],
    ["bytes", new Uint8Array(3), "[3 bytes]"],
    [
      "a getter that throws",
      {
        get a(): never {
          throw new Error("secret")
        }
      },
      "[unreadable]"
    ],
    ["a revoked proxy", [revoked.proxy], ["[unreadable]"]],
    ["halves of characters", { "\ud800": "\udfff" }, { "\ufffd": "\ufffd" }],
    ["the name of the prototype", JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')]
  ])("writes %s", async (_what, value, written) => {
    const machine = await machineOf(value)
    expect(machine.output).toEqual(written)
    expect(machine.metadata.shortened).toBeUndefined()
    expect(JSON.parse(JSON.stringify(machine))).toEqual(machine)
  })

  it("keeps a result of ten million characters whole, and cuts larger ones than a gate allows by default", async () => {
    const long = "x".repeat(10_000_000)
    expect(toMachine(toEnvelope(await answerOf(() => long))).output).toBe(long)
    const { output, metadata } = await machineOf({ text: "😀".repeat(10_000_000), after: "words stay" })
    const { text, after } = output as Record<string, string>
    // A pattern over ten million characters would need more stack than is available.
    expect(text?.replaceAll("😀", "")).toMatch(/^… \[\d+ more characters\]$/)
    expect(text?.startsWith("😀")).toBe(true)
    expect(text?.length).toBeLessThan(18_000_000)
    expect({ after, shortened: metadata.shortened }).toEqual({
      after: "words stay",
      shortened: true
    })
  })

  it("limits values that expand or nest too deeply", async () => {
    let folded: unknown = "leaf"
    for (let level = 0; level < 40; level++) folded = [folded, folded]
    const wide = await machineOf(folded)
    expect(wide.metadata.shortened).toBe(true)
    expect(JSON.stringify(wide).length).toBeLessThan(40_000_000)
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = { deep }
    const nested = await machineOf(deep)
    expect(JSON.stringify(nested)).toContain("[nested too deep]")
    expect(nested.metadata.shortened).toBe(true)
  })
})

describe("any answer of a sandbox", () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withObjectString: true,
    withNullPrototype: true,
    withSparseArray: true
  })
  const text = fc.string({ unit: "binary" })
  const executions = fc.record({
    value: anything,
    content: fc.array(
      fc.oneof(
        fc.record({ type: fc.constant("text" as const), text }),
        fc.record({ type: fc.constantFrom("image" as const, "audio" as const), mediaType: text, base64: text }),
        fc.record({ type: fc.constant("file" as const), mediaType: text, text, uri: text, name: text }),
        fc.record({ type: fc.constant("file" as const), mediaType: text, base64: text }),
        fc.record({ type: fc.constant("link" as const), uri: text, title: text })
      ),
      { maxLength: 3 }
    ),
    metadata: fc.option(fc.dictionary(text, anything), { nil: undefined }),
    details: fc.dictionary(text, anything),
    message: text,
    toolName: text,
    isFailed: fc.boolean(),
    pending: fc.option(fc.record({ approvalId: text, expiresAt: fc.double({ noNaN: true, noDefaultInfinity: true }) }))
  })

  it("becomes an envelope that matches its form, JSON, and a text without terminal controls", async () => {
    const base = await answerOf(() => null)
    await fc.assert(
      fc.asyncProperty(
        executions,
        async ({ value, content, metadata, details, message, toolName, isFailed, pending }) => {
          const execution: ToolExecution = {
            ...base,
            toolName,
            output: { content, value: value as never, success: true, metadata: metadata as never },
            error: isFailed || pending !== null ? refused("ToolFailed", message, details as never) : undefined,
            success: !(isFailed || pending !== null),
            ...(pending === null ? {} : { pending })
          }
          const envelope = toEnvelope(execution)
          const machine = toMachine(envelope)
          expect(decode(Wire.ToolEnvelope, envelope)).toBe(envelope)
          expect(decode(Wire.ToolEnvelope, machine)).toBe(machine)
          expect(JSON.parse(JSON.stringify(machine))).toEqual(machine)
          expect(JSON.stringify(machine).isWellFormed()).toBe(true)
          expect(toHuman(envelope)).not.toMatch(/(?![\n\t\r])[\p{Cc}\p{Cs}\p{Bidi_Control}]/u)
          const result = toExecutionResult(execution)
          expect(decode(Wire.ToolExecutionResult, result)).toBe(result)
        }
      )
    )
  })
})

describe("toExecutionResult", () => {
  it.each<[string, unknown, unknown]>([
    [
      "an object",
      { rows: [1] },
      { content: [{ type: "text", text: '{"rows":[1]}' }], is_error: false, structured_content: { rows: [1] } }
    ],
    [
      "a list, which is no structured content",
      [1],
      { content: [{ type: "text", text: "[1]" }], is_error: false, structured_content: null }
    ],
    ["a text", "hi", { content: [{ type: "text", text: "hi" }], is_error: false, structured_content: null }],
    [
      "a failure",
      toolOutput({ text: "no", success: false }),
      { content: [{ type: "text", text: "no" }], is_error: true, structured_content: null }
    ],
    [
      "an image beside a value",
      toolOutput({ content: [image], value: { w: 1 } }),
      { content: [image], is_error: false, structured_content: { w: 1 } }
    ]
  ])("has %s", async (_what, returned, result) => {
    expect(toExecutionResult(await answerOf(() => returned))).toEqual(result)
  })

  it("writes values that JSON cannot carry like toMachine", async () => {
    expect(toExecutionResult(await answerWith({ value: [1n, circular] as never })).content).toEqual([
      { type: "text", text: '["1",{"name":"a","self":"[holds itself]"}]' }
    ])
  })
})

/** Returns an answer with the output of an app's own sandbox. */
const answerWith = async (output: Partial<ToolOutput>): Promise<ToolExecution> => {
  const execution = await answerOf(() => null)
  return { ...execution, output: { content: [], success: true, metadata: {}, ...output } }
}
