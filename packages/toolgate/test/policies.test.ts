import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { OnAsk } from "@toolgate/approval"
import { ToolRegistry } from "@toolgate/core"
import { readNarrowingConfig } from "@toolgate/policy-files"
import { openWorkspace } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { PolicyInvalid, ToolDispatchEngine, ToolgateLayer } from "../src/effect.ts"
import { builtins, createToolgate, defineTool, deny, type Judge, shell, type ToolEvent, Type } from "../src/index.ts"

const folder = (policy?: string) => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-policy-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  writeFileSync(join(path, "a.txt"), "hello\n")
  if (policy !== undefined) writeFileSync(join(path, "policy.yaml"), policy)
  return path
}

const search = defineTool({
  name: "search",
  description: "Searches the web.",
  parameters: Type.Object({ url: Type.String() }),
  sideEffects: "READ",
  effects: ["network_access"],
  resources: [{ kind: "url", arg: "/url" }],
  callers: ["direct", "chain"],
  execute: () => "found"
})

const open = async (policy: string, more: Partial<Parameters<typeof createToolgate>[0]> = {}) => {
  const workspace = folder(policy)
  const gate = await createToolgate({
    workspace,
    policy: { files: [join(workspace, "policy.yaml")] },
    tools: [...builtins({ withHostTools: true }), search],
    ...more
  })
  onTestFinished(() => gate.close())
  return gate
}

const write = (path: string) => ({ id: "1", tool: "write_file", args: { path, content: "x" } })

describe("createToolgate with a policy of files", () => {
  it("can be narrowed by a further file, even if it is the only one, which then allows nothing", async () => {
    const project = 'version: 1\nrules: { deny: ["read_file(a.txt)"], allow: ["write_file(**)"] }\n'
    const workspace = folder(project)
    const narrowedBy = join(workspace, "policy.yaml")
    const wide = join(folder('version: 1\nrules: { allow: ["write_file(b.txt)"] }\n'), "policy.yaml")
    const answers = async (files: ReadonlyArray<string>) => {
      const gate = await createToolgate({
        workspace,
        policy: { files, narrowedBy },
        tools: builtins({ withHostTools: true })
      })
      onTestFinished(() => gate.close())
      const calls = [{ id: "1", tool: "read_file", args: { path: "a.txt" } }, write("b.txt"), write("policy.yaml")]
      return (await gate.dispatchAll(calls)).map(({ success }) => success)
    }
    expect(await answers([])).toEqual([false, false, false])
    expect(await answers([wide])).toEqual([false, true, false])
  })

  it("can be narrowed by the settings of a catalogue, with positions in the catalogue", async () => {
    const workspace = folder("version: 1\nrules: { allow: [write_file] }\n")
    mkdirSync(join(workspace, "notes"))
    const allowedPaths = [{ path: join(workspace, "notes"), source: "tools.yaml:3:21" }]
    const settings = { requiresApproval: false, allowedPaths, source: "tools.yaml:2:3" }
    const { config } = readNarrowingConfig("tools.yaml", new Map([["filesystem", settings]]))
    const policy = { files: [join(workspace, "policy.yaml")], narrowing: [config] }
    const gate = await createToolgate({ workspace, policy, tools: builtins({ withHostTools: true }) })
    onTestFinished(() => gate.close())
    expect(await gate.dispatch(write("notes/b.txt"))).toMatchObject({ success: true })
    expect(await gate.judge(write("b.txt"))).toMatchObject({ decision: "deny", because: { source: "tools.yaml:2:3" } })
  })

  it("reports how long it waited for a person, even for a denial", async () => {
    let waited = 0
    const gate = await open("version: 1\n", {
      onAsk: async ({ toolName }) => {
        const begun = performance.now()
        while (performance.now() === begun) await new Promise((resolve) => setImmediate(resolve))
        waited = performance.now() - begun
        return { decision: toolName === "write_file" ? "deny" : "approve" }
      }
    })
    const patch = { path: "a.txt", old_text: "hello", new_text: "bye" }
    for (const call of [write("b.txt"), { id: "2", tool: "patch_file", args: patch }]) {
      const { waitedMs } = await gate.dispatch(call)
      expect(waitedMs).toBeGreaterThanOrEqual(waited)
    }
    expect((await gate.dispatch({ id: "3", tool: "list_dir", args: {} })).waitedMs).toBe(0)
  })

  it("explains a broken path with the system's message, and says nothing to callers who may not read there", async () => {
    const workspace = folder()
    const gate = await open('version: 1\nrules: { deny: ["read_file(secrets/**)"], allow: [write_file] }\n', {
      workspace
    })
    const said = async (tool: string, path: string) => {
      const args = tool === "write_file" ? { path, content: "x" } : { path }
      const { error } = await gate.dispatch({ id: path, tool, args })
      return [error?.class, error?.message]
    }
    const nothing = ["execution_error", "Nothing exists at the path."]
    const noFolder = ["execution_error", "The path does not lead to a directory."]
    for (const tool of ["read_file", "list_dir", "write_file"]) {
      expect(await said(tool, "missing/../a.txt")).toEqual(nothing)
      expect(await said(tool, "a.txt/../a.txt")).toEqual(noFolder)
    }
    expect(await said("list_dir", "a.txt/..")).toEqual(noFolder)
    const denied = await said("read_file", "secrets/key/../../a.txt")
    expect(denied[0]).toBe("permission_denied")
    mkdirSync(join(workspace, "secrets"))
    writeFileSync(join(workspace, "secrets/key"), "SECRET")
    expect(await said("read_file", "secrets/key/../../a.txt")).toEqual(denied)
  })

  it("reads at once, asks before it writes, and runs approved calls", async () => {
    const asked = vi.fn<OnAsk>(() => ({ decision: "approve" }))
    const gate = await open("version: 1\n", { onAsk: asked })
    const read = await gate.dispatch({ id: "1", tool: "read_file", args: { path: "a.txt" } })
    expect(read.output.content[0]).toEqual({ type: "text", text: "hello\n" })
    expect(asked).not.toHaveBeenCalled()
    const written = await gate.dispatch(write("b.txt"))
    expect(written.success).toBe(true)
    expect(asked.mock.calls.map(([request]) => [request.toolName, request.projectedModifications])).toEqual([
      ["write_file", ["b.txt"]]
    ])
  })

  it("denies a call that needs approval if there is no person", async () => {
    const gate = await open("version: 1\n")
    const { success, executed, error } = await gate.dispatch(write("b.txt"))
    expect({ success, executed, why: error?.why }).toEqual({ success: false, executed: "no", why: "PolicyDenied" })
  })

  it("tells the model that a person denied it, and why", async () => {
    const gate = await open("version: 1\n", { onAsk: () => ({ decision: "deny", reason: "Not today." }) })
    const { error } = await gate.dispatch(write("b.txt"))
    expect(error).toMatchObject({ class: "user_denied", slug: "permission_denied" })
    expect(error?.message).toContain("Not today.")
  })

  it("ends an unanswered question, and withdraws that of a cancelled call", async () => {
    const ended = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const onAsk: OnAsk = (_request, signal) => {
      asked.resolve()
      signal.addEventListener("abort", () => ended.resolve())
      return new Promise(() => {})
    }
    const slow = await open("version: 1\n", { onAsk, approvalTimeoutMs: 20 })
    expect((await slow.dispatch(write("b.txt"))).error?.class).toBe("confirmation_timeout")
    const gate = await open("version: 1\n", { onAsk })
    const stop = new AbortController()
    const answer = gate.dispatch(write("b.txt"), { signal: stop.signal })
    await asked.promise
    stop.abort()
    expect((await answer).error?.class).toBe("cancelled")
    await ended.promise
  })

  it("reports every question and its end, in order, around the call", async () => {
    const gate = await open("version: 1\n", { onAsk: () => ({ decision: "approve" }) })
    const events = gate.events()
    const heard: Array<ToolEvent> = []
    await gate.dispatch(write("b.txt"), { onEvent: (event) => void heard.push(event) })
    await gate.close()
    const told: Array<ToolEvent> = []
    for await (const event of events) told.push(event as ToolEvent)
    expect(told.map(({ type }) => type)).toEqual([
      "tool.confirmation_requested",
      "tool.confirmation_resolved",
      "tool.called",
      "tool.completed"
    ])
    expect(heard).toEqual(told)
  })

  it("reports only a call's own questions to its listener, including withdrawn ones", async () => {
    const asked = Promise.withResolvers<void>()
    const gate = await open("version: 1\n", {
      onAsk: ({ callId }) => {
        if (callId !== "1") return { decision: "deny" }
        asked.resolve()
        return new Promise(() => {})
      }
    })
    const heard: Array<string> = []
    const stop = new AbortController()
    const answer = gate.dispatch(
      { ...write("b.txt"), id: "1" },
      { signal: stop.signal, onEvent: (event) => void heard.push("decision" in event ? event.decision : event.type) }
    )
    await asked.promise
    await gate.dispatch({ ...write("c.txt"), id: "2" })
    stop.abort()
    await answer
    expect(heard).toEqual(["tool.confirmation_requested", "withdrawn", "tool.failed"])
  })

  it("keeps an approval for the session for exactly the same call", async () => {
    const onAsk = vi.fn<OnAsk>(() => ({ decision: "approve", scope: "session" }))
    const gate = await open("version: 1\n", { onAsk })
    for (const [path, options] of [
      ["b.txt", {}],
      ["b.txt", {}],
      ["c.txt", {}],
      ["b.txt", { session: "other" }],
      ["b.txt", { agent: "other" }]
    ] as const)
      expect((await gate.dispatch(write(path), options)).success).toBe(true)
    expect(onAsk).toHaveBeenCalledTimes(4)
  })

  it("asks once for a tool in that mode, and keeps either answer", async () => {
    const policy = "version: 1\ntool_confirmation: { per_tool: { write_file: prompt_once } }\n"
    const onAsk = vi.fn<OnAsk>(() => ({ decision: "deny" }))
    const gate = await open(policy, { onAsk })
    for (const path of ["b.txt", "c.txt"]) expect((await gate.dispatch(write(path))).error?.class).toBe("user_denied")
    expect(onAsk).toHaveBeenCalledTimes(1)
  })

  it("never runs more calls than a quota allows, even if a person approves a hundred at once", async () => {
    const quota = "quotas: { write_file: { per_session: 7 } }"
    const gate = await open(`version: 1\n${quota}\n`, {
      onAsk: async () => ({ decision: "approve" }),
      limits: { callsPerSession: 100, callsInAll: 100 }
    })
    const calls = Array.from({ length: 100 }, (_, i) => ({ ...write(`${i}.txt`), id: String(i) }))
    const answers = await gate.dispatchAll(calls)
    expect(answers.filter(({ success }) => success)).toHaveLength(7)
    expect(new Set(answers.flatMap(({ error }) => error?.why ?? []))).toEqual(new Set(["QuotaExceeded"]))
  })

  it("counts a session's calls until its end, even while it is idle", async () => {
    const gate = await open("version: 1\nquotas: { Echo: { per_session: 1, per_agent: 4 } }\n")
    const call = async (session: string) =>
      (await gate.dispatch({ id: "1", tool: "Echo", args: { text: "" } }, { session })).error?.why ?? "called"
    expect([await call("s"), await call("other"), await call("s")]).toEqual(["called", "called", "QuotaExceeded"])
    // A session does not end when nothing runs in it, or when its calls are cancelled.
    await gate.cancelSession("s")
    expect(await call("s")).toBe("QuotaExceeded")
    await gate.endSession("s")
    expect([await call("s"), await call("s"), await call("other")]).toEqual([
      "called",
      "QuotaExceeded",
      "QuotaExceeded"
    ])
    // The count of an agent continues across its sessions.
    await gate.endSession("s")
    expect(await call("s")).toBe("called")
    await gate.endSession("s")
    expect(await call("s")).toBe("QuotaExceeded")
  })

  it("ends the calls of an ended session, and forgets its answers", async () => {
    const asked: Array<string> = []
    const gate = await open("version: 1\n", {
      onAsk: async ({ session }) => {
        asked.push(session)
        if (asked.length > 4) return new Promise(() => {})
        return { decision: "approve", scope: "session" }
      }
    })
    const ask = (session: string) => gate.dispatch(write("a.txt"), { session })
    for (const session of ["s", "other", "s"]) await ask(session)
    expect(asked).toEqual(["s", "other"])
    await gate.endSession("s")
    for (const session of ["s", "other", "s"]) await ask(session)
    expect(asked).toEqual(["s", "other", "s"])
    await gate.endSession("s")
    await ask("s")
    await gate.endSession("s")
    const open1 = ask("s")
    await gate.endSession("s")
    expect(await open1).toMatchObject({ executed: "no", error: { class: "cancelled" } })
    expect(asked).toEqual(["s", "other", "s", "s", "s"])
  })

  it("does not start with an invalid policy, and says where", async () => {
    for (const [policy, message] of [
      ["version: 1\nrulez: {}\n", /policy\.yaml:2:1: .*rulez/],
      [
        "version: 1\ntools: { read_file: { sandbox: microvm } }\n",
        /policy\.yaml:2:\d+: the sandbox "microvm" is not installed/
      ],
      [
        "version: 1\nrules: { deny: ['Echo(src/**)'] }\n",
        /policy\.yaml:2:\d+: the pattern of the rule "Echo\(src\/\*\*\)"/
      ]
    ] as const)
      await expect(open(policy)).rejects.toSatisfy(
        (error) => error instanceof PolicyInvalid && message.test(error.message),
        String(message)
      )
    await expect(
      createToolgate({ workspace: folder(), policy: { files: ["/nonexistent/policy.yaml"] }, tools: [] })
    ).rejects.toBeInstanceOf(PolicyInvalid)
  })

  it("combines an app's own judge with the files, and the judge can deny before a question", async () => {
    const closed: Judge = ({ tool }) =>
      deny({ layer: "app", rule: "office hours", source: "app" }, `Tool "${tool.name}" is for office hours.`)
    const workspace = folder("version: 1\n")
    const onAsk = vi.fn<OnAsk>()
    const gate = await createToolgate({
      workspace,
      policy: { files: [join(workspace, "policy.yaml")], judges: [closed] },
      tools: builtins({ withHostTools: true }),
      onAsk
    })
    onTestFinished(() => gate.close())
    expect((await gate.dispatch(write("b.txt"))).error?.message).toContain("office hours")
    expect(onAsk).not.toHaveBeenCalled()
  })
})

describe("the tools that a policy shows", () => {
  const policy = `
version: 1
layers:
  roles:
    worker: { allow: ["group:read"], web_access: false }
    editor: {}
`
  const names = (tools: ReadonlyArray<{ readonly name: string }>) => tools.map(({ name }) => name)

  it("are those that the asker could be permitted, and no others are suggested for unknown names", async () => {
    const gate = await open(policy)
    const worker = { role: "worker" }
    expect(names(gate.tools.list(worker))).toEqual(["Echo", "Read", "read_file", "list_dir"])
    expect(gate.tools.list()).toEqual([])
    expect(gate.canUseTool("write_file", worker)).toBe(false)
    expect(gate.canUseTool("write_file", { role: "editor" })).toBe(true)
    expect(gate.canUseTool("write_file", { role: "editor", readOnly: true })).toBe(false)
    expect(gate.canUseTool("search", { role: "editor", noWeb: true })).toBe(false)
    expect(gate.canUseTool("list_directory", worker)).toBe(true)
    expect(names(gate.tools.list({ role: "editor", caller: "chain" }))).toContain("search")
    const { error } = await gate.dispatch({ id: "1", tool: "writ_file", args: {} }, worker)
    expect(error?.message).not.toContain("write_file")
    expect(error?.message).toContain("read_file")
  })

  it("includes a tool that requires a file or a URL only if the agent may reach one", async () => {
    const gate = await open(`
version: 1
agents:
  reader: { fs: [{ path: /, mode: r }], net: [] }
  elsewhere: { fs: [{ path: /data, mode: rw }], net: [example.org] }
  none: { fs: [] }
`)
    expect(names(gate.tools.list({ agent: "reader" }))).toEqual(["Echo", "Read", "read_file", "list_dir"])
    expect(names(gate.tools.list({ agent: "elsewhere" }))).toEqual(["Echo", "Read", "Write", "search"])
    expect(names(gate.tools.list({ agent: "none" }))).toEqual(["Echo", "search"])
    expect(gate.canUseTool("Write", { agent: "reader" })).toBe(false)
    expect(gate.canUseTool("Write", { agent: "elsewhere" })).toBe(true)
  })

  it("are, in a session, those that the session may call, independent of earlier askers", async () => {
    const gate = await open(`
version: 1
tool_confirmation: { per_session: { batch: { WRITE: deny }, deaf: { READ: deny } } }
quotas: { list_dir: { per_session: 0 } }
`)
    const reading = ["Read", "read_file", "search"]
    const writing = ["Write", "write_file", "patch_file"]
    const tools = (session?: string) => names(gate.tools.list(session === undefined ? {} : { session })).sort()
    const sorted = (...all: ReadonlyArray<string>) => [...all].sort()
    for (const _ of ["first", "again"]) {
      expect(tools()).toEqual(sorted("Echo", ...reading, ...writing))
      expect(tools("batch")).toEqual(sorted("Echo", ...reading))
      expect(tools("deaf")).toEqual(sorted("Echo", ...writing))
      expect(tools("another")).toEqual(sorted("Echo", ...reading, ...writing))
    }
    expect(gate.canUseTool("write_file", { session: "batch" })).toBe(false)
    const { error } = await gate.dispatch({ id: "1", tool: "writ_file", args: {} }, { session: "batch" })
    expect(error?.message).not.toContain("write_file")
    expect((await gate.dispatch(write("b.txt"), { session: "batch" })).error?.why).toBe("PolicyDenied")
  })

  it("do not affect the refusal of a hidden tool: its call is denied", async () => {
    const gate = await open(policy)
    expect((await gate.dispatch(write("b.txt"), { role: "worker" })).error?.why).toBe("PolicyDenied")
  })

  it("narrows at once when a layer is added, and never widens", async () => {
    const gate = await open(policy)
    const worker = { role: "worker" }
    gate.addRoleLayer("worker", { deny: ["list_dir"] })
    expect(names(gate.tools.list(worker))).toEqual(["Echo", "Read", "read_file"])
    gate.addGlobalLayer({ deny: ["Read"] })
    expect(names(gate.tools.list(worker))).toEqual(["Echo", "read_file"])
    expect((await gate.dispatch({ id: "1", tool: "Read", args: { path: "a.txt" } }, worker)).error?.why).toBe(
      "PolicyDenied"
    )
    expect(() => gate.addGlobalLayer({ deny: ["group:raed"] })).toThrow(/group:raed/)
    expect(() => gate.addRoleLayer("nobody", {})).toThrow(/nobody/)
  })

  it("exclude memory for a worker without a listed role, and its call is denied", async () => {
    const note = defineTool({
      name: "note",
      description: "Keeps a note.",
      parameters: Type.Object({}),
      sideEffects: "WRITE",
      category: "memory",
      execute: () => "kept"
    })
    const gate = await open("version: 1\nrules: { allow: [note] }\n", { tools: [note] })
    const asked = (asker: object) => gate.dispatch({ id: "1", tool: "note", args: {} }, asker)
    const worker = { role: "worker" }
    expect([names(gate.tools.list(worker)), names(gate.tools.list())]).toEqual([[], ["note"]])
    expect((await asked(worker)).error).toMatchObject({ class: "permission_denied", why: "PolicyDenied" })
    expect((await asked({})).output.content).toEqual([{ type: "text", text: "kept" }])
  })

  it("cannot be extended with layers under the host policy", async () => {
    const gate = await createToolgate({ workspace: folder(), policy: "host", tools: builtins({ withHostTools: true }) })
    onTestFinished(() => gate.close())
    expect(() => gate.addGlobalLayer({})).toThrow(/add a layer/)
  })
})

it("judges a shell command part by part, and passes permitted commands to the host", async () => {
  const gate = await open("version: 1\nrules: { deny: ['shell(rm -rf:*)'], allow: ['shell(git status:*)'] }\n", {
    tools: [...builtins({ withHostTools: true }), shell]
  })
  const run = async (command: string) => (await gate.dispatch({ id: "1", tool: "shell", args: { command } })).error
  expect((await run("git status && rm -fr /"))?.message).toBe(
    'Permission denied: The rule "shell(rm -rf:*)" denies command 2 of 2.'
  )
  // Whether the tool can run there depends on the machine.
  expect((await run("git status --short"))?.class).not.toBe("permission_denied")
})

it("asks about a destructive shell in any mode, once and with both reasons, unless a rule answers", async () => {
  const asked: Array<string> = []
  const ask: OnAsk = ({ why }) => {
    asked.push(why)
    return { decision: "deny" }
  }
  const whys = async (policy: string) => {
    asked.length = 0
    const gate = await open(`version: 1\n${policy}\n`, { tools: [shell], onAsk: ask })
    for (const id of ["1", "2"]) await gate.dispatch({ id, tool: "shell", args: { command: "ls" } })
    return [...asked]
  }
  const destructive = 'Tool "shell" is destructive.'
  const byMode = 'A person has to confirm calls of tool "shell", of the class EXECUTE.'
  const auto = "tool_confirmation: { default: { WRITE: auto, EXECUTE: auto } }"
  expect(await whys("")).toEqual([`${byMode} ${destructive}`, `${byMode} ${destructive}`])
  expect(await whys(auto)).toEqual([destructive, destructive])
  expect(await whys("tool_confirmation: { per_tool: { shell: auto } }")).toEqual([destructive, destructive])
  expect(await whys("tool_confirmation: { per_tool: { shell: prompt_once } }")).toEqual([`${byMode} ${destructive}`])
  expect(await whys(`${auto}\nrules: { allow: [shell] }`)).toEqual([])
})

it("stops an app's own reader from reading what the built-in one may not", async () => {
  const reader = defineTool({
    name: "my_read",
    description: "Reads a file.",
    parameters: Type.Object({ path: Type.String() }),
    sideEffects: "READ",
    resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }],
    execute: () => "SECRET"
  })
  const gate = await open("version: 1\nrules: { deny: ['read_file(**/.env)'] }\n", { tools: [reader] })
  const { error } = await gate.dispatch({ id: "1", tool: "my_read", args: { path: ".env" } })
  expect(error?.class).toBe("permission_denied")
})

describe("a rule for an unknown tool", () => {
  const policy = 'version: 1\nrules: { deny: ["open_doc(**/.doc)"], allow: ["*"] }\n'
  const openDoc = defineTool({
    name: "open_doc",
    description: "Opens a document.",
    parameters: Type.Object({ path: Type.String() }),
    sideEffects: "READ",
    resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }],
    execute: () => "opened"
  })

  it("applies to every tool, as soon as its tool is added", async () => {
    const workspace = folder(policy)
    writeFileSync(join(workspace, ".doc"), "secret\n")
    const layer = ToolgateLayer.layer({
      policy: { files: [join(workspace, "policy.yaml")] },
      tools: builtins({ withHostTools: true })
    })
    const resolved = await Effect.runPromise(openWorkspace(workspace))
    const decisions = await Effect.runPromise(
      Effect.gen(function* () {
        const engine = yield* ToolDispatchEngine
        const registry = yield* ToolRegistry
        const context = {
          session: "s",
          turn: "t",
          principal: { agent: "a", ceiling: { tools: "any" } },
          workspace: resolved,
          caller: { kind: "direct" },
          deadline: undefined
        } as const
        const read = (tool: string, path: string) =>
          Effect.map(
            engine.dispatch({ id: `${tool} ${path}`, tool, args: { path } }, context),
            ({ success }) => success
          )
        const before = yield* read("read_file", ".doc")
        yield* registry.add(openDoc)
        return [
          before,
          yield* read("read_file", ".doc"),
          yield* read("open_doc", ".doc"),
          yield* read("read_file", "a.txt"),
          yield* read("open_doc", "a.txt")
        ]
      }).pipe(Effect.provide(layer), Effect.provide(Logger.layer([])))
    )
    expect(decisions).toEqual([true, false, false, true, true])
  })

  it("stops the start if it is a misspelling, and names the nearest name", async () => {
    for (const name of ["Read_File", "read_fil", "raed_file"])
      await expect(open(`version: 1\nrules: { deny: ["${name}(**/.env)"] }\n`)).rejects.toThrow(
        `unknown tool "${name}" in rules.deny; did you mean "read_file"`
      )
    await expect(open("version: 1\nrules: { ask: [searhc] }\n")).rejects.toThrow(PolicyInvalid)
  })
})
