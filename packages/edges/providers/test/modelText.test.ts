import type { ContentBlock, ToolExecution } from "@toolgate/core"
import fc from "fast-check"
import { toExecutionResult } from "toolgate/results"
import { describe, expect, it } from "vitest"
import { modelBlocks, modelText } from "../src/modelText.ts"

const execution = (over: Partial<ToolExecution>): ToolExecution => ({
  callId: "1",
  toolName: "look",
  arguments: {},
  success: over.error === undefined,
  output: { content: [], success: true, metadata: {} },
  error: undefined,
  executed: "yes",
  sandbox: undefined,
  enforced: undefined,
  durationMs: 1,
  waitedMs: 0,
  ...over
})

const error = (message: string, details = {}): NonNullable<ToolExecution["error"]> => ({
  _tag: "Refused",
  why: "InvalidArgs",
  class: "validation_error",
  slug: "invalid_args",
  message,
  details
})

const block: fc.Arbitrary<ContentBlock> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: fc.string() }),
  fc.record({ type: fc.constant("image" as const), mediaType: fc.constant("image/png"), base64: fc.constant("AAAA") }),
  fc.record({ type: fc.constant("file" as const), mediaType: fc.constant("text/plain"), text: fc.string() })
)

describe("the text of an execution for a model", () => {
  it("is the text of the gate's results", () => {
    const executions = fc.record({
      output: fc.record(
        {
          content: fc.array(block, { maxLength: 3 }),
          value: fc.jsonValue(),
          success: fc.boolean(),
          metadata: fc.constant({})
        },
        { requiredKeys: ["content", "success", "metadata"] }
      ),
      error: fc.option(
        fc
          .tuple(fc.string(), fc.option(fc.array(fc.string()), { nil: undefined }))
          .map(([message, validationErrors]) =>
            error(message, validationErrors === undefined ? {} : { validationErrors })
          ),
        { nil: undefined }
      ),
      executed: fc.constantFrom("no", "yes", "unknown")
    })
    fc.assert(
      fc.property(executions, (over) => {
        const whole = execution(over as Partial<ToolExecution>)
        expect(modelBlocks(whole)).toEqual(toExecutionResult(whole).content)
      })
    )
  })

  it("is a sentence for a result that is not JSON", () => {
    const value: { itself?: unknown } = {}
    value.itself = value
    const output = { content: [], value: value as never, success: true, metadata: {} }
    expect(modelText(execution({ output }))).toBe("[The result cannot be written as JSON.]")
  })

  it("is one text, with sentences for blocks that are not text", () => {
    const content: ReadonlyArray<ContentBlock> = [
      { type: "text", text: "Two pictures:" },
      { type: "image", mediaType: "image/png", base64: "iVBORw0KGgo=" },
      { type: "file", mediaType: "application/pdf", base64: "AAAA", name: "a\n.pdf" },
      { type: "link", uri: "https://example.com/", title: "More" }
    ]
    expect(
      modelText(execution({ output: { content, success: true, metadata: {} }, executed: "unknown" })).split("\n")
    ).toEqual([
      "Two pictures:",
      "[An image, image/png, 8 bytes: it cannot be shown here.]",
      '[A file "a\\n.pdf", application/pdf, 3 bytes: it cannot be shown here.]',
      "[A link: More, https://example.com/]",
      "[It is unknown whether the call took effect. Check before repeating it.]"
    ])
  })
})
