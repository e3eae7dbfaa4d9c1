import { renameSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import {
  builtins,
  createToolgate,
  defineTool,
  shell,
  type Tool,
  type ToolCall,
  type ToolEvent,
  Type,
  toolOutput
} from "toolgate"
import { describe, expect, it } from "vitest"
import { both, fails, filesIn, lone, newFolder, opened, said } from "./turnGate.ts"

/** A tool that answers with its argument. */
const say = defineTool({
  name: "say",
  description: "Answers with a value.",
  parameters: Type.Object({ value: Type.Unknown() }),
  sideEffects: "NONE",
  callers: both,
  execute: ({ value }) => ({ value }) as never
})
const text = defineTool({
  name: "text",
  description: "Answers with a text.",
  parameters: Type.Object({ text: Type.String() }),
  sideEffects: "NONE",
  callers: both,
  execute: ({ text }) =>
    toolOutput({
      content: [
        { type: "text", text },
        { type: "text", text: "end" }
      ]
    })
})
const deploys = defineTool({
  name: "deploys",
  description: "Changes something that it does not declare.",
  parameters: Type.Object({}),
  sideEffects: "WRITE",
  callers: both,
  execute: () => "done"
})
const escalate = defineTool({
  name: "escalate",
  description: "Asks a person.",
  parameters: Type.Object({}),
  sideEffects: "NONE",
  escalates: true,
  execute: () => "asked"
})
const delegate = defineTool({
  name: "delegate",
  description: "Starts an agent.",
  parameters: Type.Object({}),
  sideEffects: "NONE",
  category: "routing",
  execute: () => "delegated"
})
const tools: ReadonlyArray<Tool> = [...builtins(), say, text, fails, lone, deploys, escalate, delegate]

const saying = (id: string, value: unknown): ToolCall => ({ id, tool: "say", args: { value } })
const reading = (id: string, path: unknown): ToolCall => ({ id, tool: "read_file", args: { path } })
const writing = (id: string, path: unknown, content: unknown = id): ToolCall => ({
  id,
  tool: "write_file",
  args: { path, content }
})

/** Makes the calls of a turn, and returns their waves. */
const waves = async (
  calls: ReadonlyArray<ToolCall>,
  options: { readonly parallelMutations?: boolean; readonly mode?: "auto" | "parallel" | "sequential" } = {},
  more: ReadonlyArray<Tool> = []
) => {
  const gate = await opened([...tools, ...more], { workspace: newFolder({ a: "a", b: "b", "d/c": "c" }) })
  const { tool_chains } = await gate.dispatchTurn(calls, options)
  return tool_chains[0]?.steps.map(({ wave }) => wave)
}

describe("a turn of several calls", () => {
  it("answers in order, and reports how the calls were made", async () => {
    const gate = await opened(tools)
    const { executions, tool_chains } = await gate.dispatchTurn([saying("x", 1), writing("y", "f"), reading("z", "f")])
    expect(executions.map(({ callId, success }) => [callId, success])).toEqual([
      ["x", true],
      ["y", true],
      ["z", true]
    ])
    const step = (index: number, call_id: string, tool: string, wave: number) => ({
      index,
      call_id,
      tool,
      wave,
      status: "success",
      duration_ms: expect.any(Number)
    })
    expect(tool_chains).toEqual([
      {
        chain_id: expect.stringMatching(/^turn_[0-9a-f-]{36}$/),
        mode_requested: "auto",
        mode_used: "parallel",
        fallback_to_seq: false,
        parallel_mutations_enabled: false,
        waves: 2,
        steps: [step(0, "x", "say", 0), step(1, "y", "write_file", 0), step(2, "z", "read_file", 1)]
      }
    ])
  })

  it("has one id, and a position for each call, in events and records", async () => {
    const folder = newFolder()
    const gate = await opened(tools, { audit: { folder } })
    const events: Array<ToolEvent> = []
    const { tool_chains } = await gate.dispatchTurn([saying("x", 1), saying("y", 2)], {
      onEvent: (event) => events.push(event)
    })
    const chain = tool_chains[0]?.chain_id
    expect(events.filter(({ type }) => type === "tool.completed")).toMatchObject([
      { callId: "x", caller: { kind: "direct", chain, index: 0 } },
      { callId: "y", caller: { kind: "direct", chain, index: 1 } }
    ])
    await gate.close()
    const lines = Object.values(filesIn(folder)).flatMap((text) => text.split("\n"))
    const records = lines.filter((line) => line.includes("tool_call_id")).map((line) => JSON.parse(line))
    expect(records).toMatchObject([
      { tool_call_id: "x", caller_type: "direct", chain_id: chain, chain_index: 0 },
      { tool_call_id: "y", caller_type: "direct", chain_id: chain, chain_index: 1 }
    ])
  })

  it("of one call is a direct call, and one of none is answered", async () => {
    const gate = await opened(tools)
    const events: Array<ToolEvent> = []
    const { executions, tool_chains } = await gate.dispatchTurn([{ id: "1", tool: "lone", args: {} }], {
      onEvent: (event) => events.push(event)
    })
    expect([executions.map(({ success }) => success), tool_chains]).toEqual([[true], []])
    expect(events.some((event) => "caller" in event)).toBe(false)
    expect(await gate.dispatchTurn([])).toEqual({ executions: [], tool_chains: [] })
    await expect(gate.dispatchTurn(7 as never)).rejects.toThrow("A turn must be a list of calls")
  })

  it.each([
    [
      "may change something and takes no calls of chains",
      { id: "7", tool: "lone", args: {} },
      '"chain" among its callers'
    ],
    ["asks a person", { id: "7", tool: "escalate", args: {} }, "never called in a turn of several calls"],
    ["hands work on", { id: "7", tool: "delegate", args: {} }, "never called in a turn of several calls"]
  ])("is refused as a whole if a call %s", async (_, call, why) => {
    const folder = newFolder()
    const gate = await opened(tools, { workspace: folder })
    for (const mode of ["auto", "parallel", "sequential"] as const) {
      const { executions, tool_chains } = await gate.dispatchTurn([writing("1", "f"), saying("2", 1), call], { mode })
      for (const { executed, error } of executions) {
        expect([executed, error?.class]).toEqual(["no", "permission_denied"])
        expect(error?.message).toContain(`Nothing of this turn ran. Its call "7" is one of "${call.tool}"`)
        expect(error?.message).toContain(why)
      }
      expect(tool_chains[0]).toMatchObject({ waves: 0, steps: [{ wave: null }, { wave: null }, { wave: null }] })
    }
    expect((await gate.dispatch(reading("8", "f"))).success).toBe(false)
  })

  it("also reads with tools that reject chained calls", async () => {
    const look = defineTool({
      name: "look",
      description: "Looks.",
      parameters: Type.Object({}),
      sideEffects: "READ",
      execute: () => "seen"
    })
    const gate = await opened([look])
    const call = (id: string) => ({ id, tool: "look", args: {} })
    const { executions, tool_chains } = await gate.dispatchTurn([call("1"), call("2")])
    expect(executions.every(({ success }) => success)).toBe(true)
    expect(tool_chains[0]?.waves).toBe(1)
  })

  it.each(["sequential", "parallel"] as const)(
    "refuses a call in a %s turn if its tool was added, changed or named by a hook, unless the turn could have begun with it",
    async (mode) => {
      const changed = { ...lone, name: "changes" }
      const gate = await opened([say, lone, { ...changed, sideEffects: "READ" }], {
        hooks: [{ onToolCall: ({ tool }) => (tool === "alias" ? { tool: "lone" } : undefined) }]
      })
      const swap = defineTool({
        name: "swap",
        description: "Changes the tools.",
        parameters: Type.Object({}),
        sideEffects: "WRITE",
        callers: both,
        execute: async () => {
          await gate.tools.replace(changed)
          await gate.tools.add(delegate)
        }
      })
      await gate.tools.add(swap)
      const call = (tool: string) => ({ id: tool, tool, args: {} })
      const turn = ["swap", "changes", "delegate", "alias"].map(call)
      const { executions } = await gate.dispatchTurn([...turn, saying("1", 1)], { mode })
      expect(executions.map(({ success, executed, error }) => [success, executed, error?.message])).toEqual([
        [true, "yes", undefined],
        [false, "no", expect.stringContaining('Tool "changes" may change something and does not have "chain"')],
        [false, "no", expect.stringContaining('Tool "delegate" hands work to someone else')],
        [false, "no", expect.stringContaining('Tool "lone" may change something')],
        [true, "yes", undefined]
      ])
      expect((await gate.dispatch(call("changes"))).success).toBe(true)
    }
  )

  it("reveals nothing about a tool that the agent may not see", async () => {
    const gate = await opened(tools)
    const { executions } = await gate.dispatchTurn([{ id: "1", tool: "lone", args: {} }, saying("2", 1)], {
      readOnly: true
    })
    expect(executions.map(({ executed }) => executed)).toEqual(["no", "yes"])
    const direct = await gate.dispatch({ id: "3", tool: "lone", args: {} }, { readOnly: true })
    expect(executions[0]?.error?.message).toBe(direct.error?.message)
  })

  it("refuses the second call with the same id, and unreadable ones, and makes the others", async () => {
    const gate = await opened(tools)
    const hostile = Object.defineProperty({}, "id", {
      enumerable: true,
      get: () => {
        throw new Error("secret")
      }
    })
    for (const mode of ["parallel", "sequential"] as const) {
      const calls = [
        saying("1", "a"),
        saying("1", "b"),
        null,
        hostile,
        { id: 7 },
        { id: "2" },
        saying("3", { $from: "1" })
      ]
      const { executions } = await gate.dispatchTurn(calls as never, { mode })
      expect(executions.map(({ callId, error }) => [callId, error?.why])).toEqual([
        ["1", undefined],
        ["1", "DuplicateCall"],
        ["", "InvalidArgs"],
        ["", "InvalidArgs"],
        ["", "InvalidArgs"],
        ["2", "InvalidArgs"],
        ["3", undefined]
      ])
      expect(executions[6]?.output.value).toEqual({ value: { value: "a" } })
    }
  })

  it("refuses every call if an option is invalid, and ends with the signal", async () => {
    const gate = await opened(tools)
    const calls = [saying("1", 1), writing("2", "f")]
    const wrong = await gate.dispatchTurn(calls, { mode: "fast" as never })
    expect(wrong.executions.map(({ error }) => error?.message)).toEqual(
      calls.map(() => 'The call was refused: option "mode" must be "auto", "parallel" or "sequential".')
    )
    expect((await gate.dispatchTurn(calls, { parallelMutations: 1 as never })).executions[0]?.executed).toBe("no")
    const ended = await gate.dispatchTurn(calls, { signal: AbortSignal.abort() })
    expect(ended.executions.map(({ error }) => error?.class)).toEqual(["cancelled", "cancelled"])
    await gate.close()
    expect((await gate.dispatchTurn(calls)).executions.map(({ error }) => error?.why)).toEqual([
      "Cancelled",
      "Cancelled"
    ])
  })

  it("makes a thousand calls", async () => {
    const gate = await opened(tools, { workspace: newFolder({ a: "a" }) })
    const calls = Array.from({ length: 1000 }, (_, at) =>
      at % 3 === 0
        ? reading(`${at}`, "a")
        : at % 3 === 1
          ? writing(`${at}`, `f${at % 30}`)
          : saying(`${at}`, { $from: `${at - 1}` })
    )
    const { executions, tool_chains } = await gate.dispatchTurn(calls, { mode: "parallel", parallelMutations: true })
    expect(executions.filter(({ success }) => !success).map(said)).toEqual([])
    expect(tool_chains[0]?.waves).toBeLessThan(120)
  })
})

describe("the waves of a turn", () => {
  it("contain all calls that only read", async () => {
    expect(await waves([reading("1", "a"), reading("2", "a"), saying("3", 1), reading("4", "b")])).toEqual([0, 0, 0, 0])
  })

  it("contain one call that changes something, unless several may", async () => {
    const calls = [writing("1", "x"), writing("2", "y"), reading("3", "a"), writing("4", "x")]
    expect(await waves(calls)).toEqual([0, 1, 0, 2])
    expect(await waves(calls, { parallelMutations: true })).toEqual([0, 0, 0, 1])
    expect(await waves(calls, { mode: "sequential", parallelMutations: true })).toEqual([0, 1, 2, 3])
  })

  it("never hold two calls if one writes a path that the other touches, or one beneath or above it", async () => {
    const mutations = { parallelMutations: true }
    const listing = { id: "l", tool: "list_dir", args: { path: "d" } }
    expect(await waves([writing("1", "d/x"), listing], mutations)).toEqual([0, 1])
    expect(await waves([listing, writing("1", "d/x")], mutations)).toEqual([0, 1])
    expect(await waves([writing("1", "n/x/y"), writing("2", "n/x")], mutations)).toEqual([0, 1])
    expect(await waves([writing("1", "n"), writing("2", "n/x")], mutations)).toEqual([0, 1])
    expect(await waves([reading("1", "a"), writing("2", "a"), reading("3", "a"), writing("4", "a")])).toEqual([
      0, 1, 2, 3
    ])
    // One file on some file systems.
    expect(await waves([writing("1", "N"), writing("2", "n")], mutations)).toEqual([0, 1])
    expect(await waves([writing("1", "d/x"), writing("2", "dx"), listing], mutations)).toEqual([0, 0, 1])
  })

  it("do not trust a path through a link, or through a folder that an earlier call changes", async () => {
    const folder = newFolder({ "x/a": "a", "t/c": "text" })
    symlinkSync("../t", join(folder, "x/l"))
    const rename = defineTool({
      name: "rename",
      description: "Renames a folder.",
      parameters: Type.Object({ from: Type.String(), to: Type.String() }),
      sideEffects: "WRITE",
      callers: both,
      resources: [
        { kind: "file", arg: "/from", mode: "rw", within: "workspace" },
        { kind: "file", arg: "/to", mode: "rw", within: "workspace" }
      ],
      execute: ({ from, to }) => {
        renameSync(join(folder, from), join(folder, to))
        return "renamed"
      }
    })
    const gate = await opened([...tools, rename], { workspace: folder })
    const turn = async (...calls: ReadonlyArray<ToolCall>) => {
      const { executions, tool_chains } = await gate.dispatchTurn(calls, { mode: "parallel" })
      return [executions.map(({ success }) => success), tool_chains[0]?.steps.map(({ wave }) => wave)]
    }
    const renaming = (id: string, from: string, to: string): ToolCall => ({ id, tool: "rename", args: { from, to } })
    // The link's folder no longer exists when the second call runs.
    expect(await turn(renaming("1", "x", "y"), reading("2", "x/l/c"))).toEqual([
      [true, false],
      [0, 1]
    ])
    // Only after the first call is it known that the second reads what the third writes.
    expect(await turn(renaming("1", "y", "z"), reading("2", "z/l/c"), writing("3", "t/c"))).toEqual([
      [true, true, true],
      [0, 1, 2]
    ])
    expect(await turn(writing("1", "z/l/c"), reading("2", "x"))).toEqual([
      [true, false],
      [0, 1]
    ])
  })

  it("run a call alone if it does not say what it changes", async () => {
    const deploying = { id: "3", tool: "deploys", args: {} }
    const calls = [reading("1", "a"), writing("2", "x"), deploying, reading("4", "a"), saying("5", 1)]
    expect(await waves(calls)).toEqual([0, 0, 1, 2, 2])
  })

  it("run a call alone if it computes and may make other calls", async () => {
    const relay = defineTool({
      name: "relay",
      description: "Calls another tool.",
      parameters: Type.Object({}),
      sideEffects: "NONE",
      execute: () => "done"
    })
    expect(await waves([reading("1", "a"), { id: "2", tool: "relay", args: {} }, saying("3", 1)], {}, [relay])).toEqual(
      [0, 1, 2]
    )
  })

  it("run a call alone if it would now be refused", async () => {
    expect(await waves([saying("1", 1), { id: "2", tool: "none", args: {} }, saying("3", 1)])).toEqual([0, 1, 2])
  })

  it("give way to an order if it is unknown what a call touches, if they may", async () => {
    const opaque = { id: "3", tool: "shell", args: { command: "cat $(ls) > x" } }
    const calls = [reading("1", "a"), reading("2", "a"), opaque]
    const chained: Tool = { ...shell, callers: both }
    const gate = await createToolgate({
      workspace: newFolder({ a: "a" }),
      policy: { files: [] },
      tools: [...tools, chained]
    })
    try {
      const auto = (await gate.dispatchTurn(calls, { mode: "auto" })).tool_chains[0]
      expect(auto).toMatchObject({
        mode_used: "sequential",
        fallback_to_seq: true,
        fallback_reason:
          'The calls ran one after the other because of the call "3": what it touches is known only when it runs.',
        waves: 3
      })
      const waves = (await gate.dispatchTurn(calls, { mode: "parallel" })).tool_chains[0]
      expect(waves).toMatchObject({ mode_used: "parallel", fallback_to_seq: false, waves: 2 })
    } finally {
      await gate.close()
    }
  })

  it("start again after a call with a result that names what another one changes", async () => {
    const calls = [
      text_("1", "x"),
      writing("2", { $from: "5", pointer: "/value" }),
      reading("3", "a"),
      saying("5", "y")
    ]
    // A reference to a later call is refused, and delays no other call.
    expect(await waves(calls)).toEqual([0, 0, 0, 0])
    const named = [
      saying("1", "x"),
      writing("2", { $from: "1", pointer: "/value" }),
      reading("3", "x"),
      reading("4", "a")
    ]
    expect(await waves(named)).toEqual([0, 1, 2, 1])
    expect(await waves([saying("1", "a"), reading("2", { $from: "1", pointer: "/value" }), writing("3", "a")])).toEqual(
      [0, 1, 2]
    )
  })
})

const text_ = (id: string, text: string): ToolCall => ({ id, tool: "text", args: { text } })
