import { builtins, defineTool, type ToolCall, type ToolExecution, Type, toolOutput } from "toolgate"
import { describe, expect, it } from "vitest"
import { both, fails, newFolder, opened } from "./turnGate.ts"

const say = defineTool({
  name: "say",
  description: "Answers with a value.",
  parameters: Type.Object({ value: Type.Unknown() }),
  sideEffects: "NONE",
  callers: both,
  execute: ({ value }) => value as never
})
const text = defineTool({
  name: "text",
  description: "Answers with texts.",
  parameters: Type.Object({}),
  sideEffects: "NONE",
  callers: both,
  execute: () =>
    toolOutput({
      content: [
        { type: "text", text: "one" },
        { type: "text", text: "two" }
      ]
    })
})
const note = defineTool({
  name: "note",
  description: "Writes.",
  parameters: Type.Object({ value: Type.Unknown() }),
  sideEffects: "WRITE",
  callers: both,
  execute: ({ value }) => value as never
})

const saying = (id: string, value: unknown): ToolCall => ({ id, tool: "say", args: { value } })
const from = (id: string, pointer?: string) => ({ $from: id, ...(pointer === undefined ? {} : { pointer }) })

const textIn = ({ content }: ToolExecution["output"]) =>
  content.flatMap((block) => (block.type === "text" ? block.text : [])).join()

/** Returns the answer of a turn's last call, or the reason for its refusal, which is the same in all modes. */
const last = async (...calls: ReadonlyArray<ToolCall>) => {
  const gate = await opened([say, text, fails, note], { onAsk: "wait", policy: { files: [] } })
  const answers = await Promise.all(
    (["auto", "parallel", "sequential"] as const).map(async (mode) => {
      const { executions } = await gate.dispatchTurn(calls, { mode, session: mode, defer: true })
      const answer = executions.at(-1)
      return answer?.success === true
        ? (answer.output.value ?? textIn(answer.output))
        : `${answer?.executed}: ${answer?.error?.message}`
    })
  )
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  return answers[0]
}

describe("a reference in the arguments of a call", () => {
  it("is filled with a result, or a part of it", async () => {
    const result = saying("1", { list: [{ "a/b": 1, "m~n": 2, "": 3 }], null: null })
    expect(await last(result, saying("2", from("1", "/list/0/a~1b")))).toBe(1)
    expect(await last(result, saying("2", from("1", "/list/0/m~0n")))).toBe(2)
    expect(await last(result, saying("2", from("1", "/list/0/")))).toBe(3)
    expect(await last(result, saying("2", { deep: [0, [from("1", "/null"), from("1", "/list/0/")]] }))).toEqual({
      deep: [0, [null, 3]]
    })
    expect(await last(saying("1", [1]), saying("2", from("1")))).toEqual([1])
    expect(await last({ id: "1", tool: "text", args: {} }, saying("2", from("1")))).toBe("one\ntwo")
  })

  it("is replaced by the call's text for a model, and with a pointer by its value for a program", async () => {
    const folder = newFolder({ name: "note", note: "buy milk" })
    const gate = await opened([...builtins(), say], { workspace: folder })
    const { executions } = await gate.dispatchTurn([
      { id: "1", tool: "read_file", args: { path: "name" } },
      { id: "2", tool: "read_file", args: { path: from("1") } },
      saying("3", [from("2"), from("2", "/size"), from("1", "")])
    ])
    expect(executions[2]?.output.value).toEqual(["buy milk", 8, expect.objectContaining({ size: 4 })])
  })

  it("is also read within a text, in any spelling of its name", async () => {
    for (const name of ["$from", "\\u0024from"])
      expect(await last(saying("1", 7), { id: "2", tool: "say", argsText: `{"value":[{"${name}":"1"}]}` })).toEqual([7])
    expect(await last(saying("1", 7), { id: "2", tool: "say", argsText: '{"value":"$from' })).toContain(
      "cannot be read as JSON"
    )
    expect(await last(saying("1", 7), { id: "2", tool: "say", argsText: '{"value":"$from"}' })).toBe("$from")
    const twice = '{"value":8,"value":{"$from":"1"}}'
    expect(await last(saying("1", 7), { id: "2", tool: "say", argsText: twice })).toContain('"value" is given twice')
  })

  it("may replace all arguments", async () => {
    expect(await last(saying("1", { value: 5 }), { id: "2", tool: "say", args: from("1") })).toBe(5)
    expect(await last(saying("1", [5]), { id: "2", tool: "say", args: from("1") })).toContain("no:")
  })

  it("is data if a result contains it, and is never filled again", async () => {
    const held = { $from: "1", pointer: "/x" }
    const gate = await opened([say])
    const first = { id: "2", tool: "say", argsText: JSON.stringify({ value: { held: "$from" } }) }
    const nested = defineTool({
      name: "nested",
      description: "Answers with what looks like a reference.",
      parameters: Type.Object({}),
      sideEffects: "NONE",
      callers: both,
      execute: () => ({ held, value: { $from: "2" } })
    })
    await gate.tools.add(nested)
    const calls = [
      { id: "1", tool: "nested", args: {} },
      first,
      saying("3", from("1")),
      saying("4", from("3", "/held"))
    ]
    const { executions } = await gate.dispatchTurn(calls)
    expect(executions.map(({ output }) => output.value)).toEqual([
      { held, value: { $from: "2" } },
      { held: "$from" },
      { held, value: { $from: "2" } },
      held
    ])
  })

  it.each([
    ["an unknown call", from("9"), 'names the call "9", but the turn has no call with this ID.'],
    ["its own call", from("2"), "names its own call. A reference can only name an earlier call of the turn."],
    [
      "a place that is not there",
      from("1", "/list/1"),
      'leads nowhere: the result of the call "1" has nothing at "/list/1".'
    ],
    ["the length of a list", from("1", "/list/length"), "leads nowhere"],
    ["the end of a list", from("1", "/list/-"), "leads nowhere"],
    ["an item with a zero too many", from("1", "/list/00"), "leads nowhere"],
    ["a member of a text", from("1", "/text/0"), "leads nowhere"],
    ["a prototype", from("1", "/__proto__"), "leads nowhere"],
    ["a member of a prototype", from("1", "/constructor/name"), "leads nowhere"],
    ["no pointer", from("1", "list"), "cannot be read"],
    ["a wrong escape", from("1", "/~2"), "cannot be read"],
    ["something beside it", { ...from("1"), default: 1 }, "cannot be read"],
    ["a number", { $from: 1 }, "cannot be read"],
    ["a pointer that is none", { $from: "1", pointer: null }, "cannot be read"]
  ])("to %s refuses its call, which did not run, and names its position", async (_, reference, why) => {
    const message = await last(saying("1", { list: [1], text: "t" }), saying("2", { at: [reference] }))
    expect(message).toMatch(/^no: The reference at "\/value\/at\/0" of the arguments /)
    expect(message).toContain(why)
  })

  const messages = async (...references: ReadonlyArray<string>) => {
    const gate = await opened([say])
    const calls = references.map((names, at) =>
      saying(
        String(at + 1),
        names.split("").map((id) => from(id))
      )
    )
    const { executions } = await gate.dispatchTurn(calls)
    return executions.map(({ executed, error }) => `${executed}: ${error?.message}`)
  }
  const circle = (way: string) =>
    `no: The references of the calls ${way} form a cycle. A reference can only name an earlier call of the turn.`

  it("to a later call refuses its own call", async () => {
    expect(await messages("2", "", "1")).toEqual([
      expect.stringContaining('names the call "2", which comes later.'),
      "yes: undefined",
      expect.stringContaining('names the call "1", which did not succeed: there is no result to take.')
    ])
  })

  it("in a cycle refuses all of its calls, and names them", async () => {
    expect(await messages("2", "1", "2", "")).toEqual([
      circle('"1" → "2" → "1"'),
      circle('"2" → "1" → "2"'),
      expect.stringContaining('names the call "2", which did not succeed: there is no result to take.'),
      "yes: undefined"
    ])
    // References from outside lead into a circle. The refusal names the circle, and not those calls.
    expect(await messages("3", "4", "24", "23", "4")).toEqual([
      expect.stringContaining('names the call "3", which comes later.'),
      circle('"2" → "4" → "2"'),
      expect.stringContaining('names the call "4", which comes later.'),
      circle('"4" → "2" → "4"'),
      expect.stringContaining("did not succeed")
    ])
    const long = Array.from({ length: 9 }, (_, at) => String(at === 0 ? 9 : at))
    expect((await messages(...long))[1]).toBe(circle('"2" → "1" → "9" → "8" → "7" → "6" → … → "2"'))
  })

  it("in a cycle of very many calls is found at once", async () => {
    const gate = await opened([say])
    const count = 10_000
    const ids = Array.from({ length: count }, (_, at) => String(at))
    const { executions } = await gate.dispatchTurn(ids.map((id, at) => saying(id, from(String((at + 1) % count)))))
    expect(executions.filter(({ error }) => error?.message.includes("form a cycle"))).toHaveLength(count)
  })

  it("to a call that failed, was denied or waits refuses its own call", async () => {
    const second = saying("2", from("1", "/some"))
    expect(await last({ id: "1", tool: "fails", args: {} }, second)).toContain("which did not succeed")
    expect(await last({ id: "1", tool: "none", args: {} }, second)).toContain("which did not succeed")
    expect(await last({ id: "1", tool: "note", args: { value: 1 } }, second)).toContain("which waits for an approval")
  })

  it("names a member called __proto__ without touching a prototype", async () => {
    const value = JSON.parse('{"__proto__":{"x":1}}')
    const answer = await last(
      { id: "1", tool: "say", argsText: '{"value":{"__proto__":{"x":1}}}' },
      { id: "2", tool: "say", argsText: '{"value":{"__proto__":{"$from":"1","pointer":"/__proto__"}}}' }
    )
    expect(JSON.stringify(answer)).toBe(JSON.stringify(value))
    expect(Object.getPrototypeOf(answer)).toBe(Object.prototype)
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  it("may be one of very many", async () => {
    const all = Array.from({ length: 50_000 }, () => from("1", "/value"))
    expect(await last(saying("1", { value: 7 }), saying("2", all))).toEqual(all.map(() => 7))
  })

  it("fills at most the gate's limit for arguments", async () => {
    let deep: unknown = 1
    for (let level = 0; level < 100; level++) deep = [deep]
    const calls = [
      saying("1", deep),
      saying("2", { $from: "1" }),
      saying("3", [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[from("1")]]]]]]]]]]]]]]]]]]]]]]]]]]]]]])
    ]
    expect(await last(...calls)).toContain("nested deeper than 128 levels")
    let reference: unknown = from("1")
    for (let level = 0; level < 2000; level++) reference = [reference]
    expect(await last(saying("1", 1), saying("2", reference))).toContain("nested deeper than 128 levels")
  })
})
