import { type ToolExecution, toolOutput } from "toolgate"
import { describe, expect, it } from "vitest"
import { formatFailure, formatNotices, formatOutput } from "../../src/call/executionText.ts"

const execution = (given: Partial<ToolExecution>): ToolExecution => ({
  callId: "1",
  toolName: "tool",
  arguments: {},
  success: false,
  output: toolOutput({ success: false }),
  error: undefined,
  executed: "yes",
  sandbox: "host",
  enforced: undefined,
  durationMs: 1,
  waitedMs: 0,
  ...given
})

const error = (given: Partial<NonNullable<ToolExecution["error"]>>): NonNullable<ToolExecution["error"]> => ({
  _tag: "Refused",
  why: "ToolFailed",
  class: "execution_error",
  slug: "tool_failed",
  message: "It broke.",
  details: {},
  ...given
})

describe("the output of a call", () => {
  it("is the text itself, with a final line end on a terminal only", () => {
    const output = toolOutput({ text: "no line end" })
    expect(formatOutput(output, false)).toBe("no line end")
    expect(formatOutput(output, true)).toBe("no line end\n")
    expect(formatOutput(toolOutput({ text: "ended\n" }), true)).toBe("ended\n")
  })

  it("has each block on separate lines, and describes binary blocks", () => {
    const output = toolOutput({
      content: [
        { type: "text", text: "a" },
        { type: "image", mediaType: "image/png", base64: "AAAAAAA=" },
        { type: "text", text: "b\n" },
        { type: "file", mediaType: "text/plain", text: "milk\n", name: "todo.txt" },
        { type: "file", mediaType: "application/pdf", base64: "AAAA" },
        { type: "link", uri: "https://example.org/\u001b[2J", title: "A" }
      ]
    })
    expect(formatOutput(output, false)).toBe(
      [
        "a",
        "[An image, image/png, 5 bytes; use --json to get it.]",
        "b",
        '[A file, "todo.txt", text/plain, 5 characters]',
        "milk",
        "[A file, application/pdf, 3 bytes; use --json to get it.]",
        '[A link, "A", "https://example.org/\\u001b[2J"]'
      ].join("\n")
    )
  })

  it("is the structured value if there is no text", () => {
    expect(formatOutput(toolOutput({ value: { a: "b" } }), false)).toBe('{\n  "a": "b"\n}\n')
    expect(formatOutput(toolOutput({ value: "text" }), false)).toBe("text\n")
    expect(formatOutput(toolOutput({ value: null }), false)).toBe("null\n")
  })

  it("puts values that fit on one line: the rows of a matrix, and the members of a list", () => {
    const long = "x".repeat(80)
    const value = {
      matrix: [
        [1, 2],
        [3, 4]
      ],
      list: [{ a: 1, b: null }, { a: long }],
      none: [],
      empty: {}
    }
    expect(formatOutput(toolOutput({ value }), false)).toBe(`{
  "matrix": [
    [1, 2],
    [3, 4]
  ],
  "list": [
    { "a": 1, "b": null },
    {
      "a": "${long}"
    }
  ],
  "none": [],
  "empty": {}
}
`)
  })

  it("is the command's own output, with the sandbox's notes beside it", () => {
    const added = 'The command could not write ".envrc".'
    const kept = (given: object) =>
      toolOutput({ commandExecuted: "x", metadata: { protected: ["/w/.envrc"] }, ...given })
    const output = kept({
      content: [
        { type: "text", text: "hi\n" },
        { type: "text", text: added }
      ]
    })
    expect(formatOutput(output, false)).toBe("hi\n")
    expect(formatNotices(execution({ success: true, output }))).toBe(`toolgate: ${added}\n`)
    const failed = execution({ output, error: error({ message: `It ended with exit status 1. ${added}` }) })
    expect(formatNotices(failed) + formatFailure(failed)).toBe(
      `toolgate: It ended with exit status 1. ${added}\nThe call had begun; its output until then is above.\n`
    )
    const timedOut = execution({ output: kept({ content: [{ type: "text", text: added }] }), error: error({}) })
    expect(formatNotices(timedOut) + formatFailure(timedOut)).toBe(
      `toolgate: ${added}\ntoolgate: It broke.\nThe call had begun; what it did until then is not undone.\n`
    )
    const value = kept({ value: { a: 1 }, content: [{ type: "text", text: added }] })
    expect(formatOutput(value, false)).toBe('{\n  "a": 1\n}\n')
  })

  it("names the files that end with a command's session, without those of programs' caches", () => {
    const metadata = { temporary: ["/tmp/home/.npm", "/tmp/a", "/dev/shm/b"] }
    const output = { ...toolOutput({ metadata }), commandExecuted: "make" }
    expect(formatNotices(execution({ success: true, output }))).toBe(
      `toolgate: "/tmp/a", "/dev/shm/b" ended with this call's session; keep files in the workspace instead.\n`
    )
    expect(formatNotices(execution({ success: true, output: toolOutput({ metadata }) }))).toBe("")
  })

  it("has a warning if another program still uses it", () => {
    const output = toolOutput({ text: "done\n", metadata: { outputIncomplete: true } })
    expect(formatNotices(execution({ success: true, output }))).toMatch(/^toolgate: A process .*\n$/)
    expect(formatNotices(execution({}))).toBe("")
  })

  it("is empty for an empty result, and a terminal shows a note", () => {
    expect(formatOutput(toolOutput({}), false)).toBe("")
    expect(formatOutput(toolOutput({}), true)).toBe("(no output)\n")
  })
})

describe("the failure of a call", () => {
  it("is one line", () => {
    expect(formatFailure(execution({ executed: "no", error: error({}) }))).toBe("toolgate: It broke.\n")
  })

  it("is printed if the tool itself reports it", () => {
    expect(formatFailure(execution({}))).toBe('toolgate: Tool "tool" reports that it did not succeed.\n')
  })

  it("does not repeat the tool's own message", () => {
    const failed = execution({
      output: toolOutput({ success: false, text: "No such row." }),
      error: error({ message: "No such row." })
    })
    expect(formatFailure(failed)).toBe(
      'toolgate: Tool "tool" reports that it did not succeed.\nThe call had begun; its output until then is above.\n'
    )
  })

  it("mentions no remaining effects of a tool that only reads", () => {
    const cut = { error: error({ message: "Nothing exists at the path." }) }
    const tool = { name: "tool", parameters: {}, resources: [], sideEffects: "READ" } as const
    expect(formatFailure(execution(cut), tool)).toBe("toolgate: Nothing exists at the path.\n")
    expect(formatFailure(execution(cut), { ...tool, sideEffects: "WRITE" })).toBe(
      "toolgate: Nothing exists at the path.\nThe call had begun; what it did until then is not undone.\n"
    )
  })

  it("mentions the remaining effects of an interrupted call", () => {
    const cut = { error: error({ why: "TimedOut", class: "timeout", message: "Too slow." }) }
    expect(formatFailure(execution(cut))).toBe(
      "toolgate: Too slow.\nThe call had begun; what it did until then is not undone.\n"
    )
    expect(formatFailure(execution({ ...cut, output: toolOutput({ text: "half" }) }))).toBe(
      "toolgate: Too slow.\nThe call had begun; its output until then is above.\n"
    )
    expect(formatFailure(execution({ ...cut, executed: "unknown" }))).toBe(
      "toolgate: Too slow.\nIt is unknown whether the call took effect. Check before you repeat it.\n"
    )
  })

  it("lets no line of a tool's message pass for a line of ours", () => {
    const message = "It broke.\ntoolgate: All is well."
    expect(formatFailure(execution({ executed: "no", error: error({ message }) }))).toBe(
      "toolgate: It broke.\n  toolgate: All is well.\n"
    )
  })
})
