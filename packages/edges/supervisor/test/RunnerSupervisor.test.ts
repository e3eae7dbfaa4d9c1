import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { defineTool, ToolOutcomeUnknown, ToolRegistry } from "@toolgate/core"
import { chooseCount } from "@toolgate/testing"
import { expect, it } from "vitest"
import { openSupervisor, type Started, script, speaking } from "./openSupervisor.ts"

const testRunner = [process.execPath, join(import.meta.dirname, "fixtures/testRunner.mjs")] as const

/** Returns the answer that the test runner gets when it makes one call. */
const responseTo = async (
  parts: Parameters<typeof openSupervisor>[0],
  call: { tool: string; args: unknown },
  agent = "agent-1"
) => {
  const supervisor = await openSupervisor(parts)
  const started = await supervisor.start(testRunner, {
    agent,
    env: { TOOLGATE_RUNNER_BEHAVIOR: `tool_call=${JSON.stringify(call)}` }
  })
  const ending = await started.ended
  return { response: JSON.parse(started.printed.stdout), ending, ...started, supervisor }
}

const capabilities = `
version: 1
tool_confirmation: { default: { WRITE: auto } }
agents:
  reader: { tools: [Read, Echo], fs: [{ path: /etc/hostname, mode: r }] }
`

it("answers a call that the agent's capabilities grant", async () => {
  const { response, ending } = await responseTo({}, { tool: "Echo", args: { text: "hello" } })
  expect(response).toEqual({
    op: "tool_response",
    tool_call_id: "call-1",
    ok: true,
    result: { text: "hello" },
    metadata: { duration_ms: expect.any(Number), waited_ms: expect.any(Number), sandbox: "host", executed: "yes" }
  })
  expect(ending).toMatchObject({ how: "exited", status: 0, message: 'Runner "agent-1" ended by itself.' })
})

it.each([
  ["a tool that was not granted", { tool: "Write", args: { path: "/tmp/x.txt", content: "hi" } }, "permission_denied"],
  ["a tool that there is not", { tool: "Fly", args: {} }, "tool_not_found"],
  ["a path that was not granted", { tool: "Read", args: { path: "/etc/passwd" } }, "fs_denied"],
  ["arguments that do not hold", { tool: "Echo", args: { txt: "hello" } }, "invalid_args"],
  ["arguments that are no object", { tool: "Echo", args: "hello" }, "invalid_args"],
  ["arguments that are missing", { tool: "Echo", args: undefined }, "invalid_args"]
])("answers %s with its slug, and the runner continues", async (_what, call, error) => {
  const { response, ending } = await responseTo({ policy: capabilities }, call, "reader")
  expect(response).toMatchObject({ ok: false, error, message: expect.any(String), metadata: { executed: "no" } })
  expect(ending).toMatchObject({ how: "exited", status: 0 })
})

it("answers a tool that throws with tool_failed, and the runner continues", async () => {
  const broken = defineTool({
    name: "broken",
    description: "Throws.",
    parameters: { type: "object" },
    sideEffects: "NONE",
    execute: () => {
      throw new Error("at the wrong time")
    }
  })
  const { response, ending } = await responseTo({ tools: [broken] }, { tool: "broken", args: {} })
  expect(response).toMatchObject({ ok: false, error: "tool_failed", metadata: { executed: "yes" } })
  expect(ending).toMatchObject({ how: "exited", status: 0 })
})

it("reports that the effect of a call is unknown", async () => {
  const pays = defineTool({
    name: "pays",
    description: "Loses its connection.",
    parameters: { type: "object" },
    sideEffects: "NETWORK",
    execute: () => {
      throw new ToolOutcomeUnknown({ message: "The bank did not answer." })
    }
  })
  const { response } = await responseTo({ tools: [pays] }, { tool: "pays", args: {} })
  const metadata = { executed: "unknown" }
  expect(response).toMatchObject({ ok: false, error: "tool_failed", message: "The bank did not answer.", metadata })
})

it("without tools, answers every call with tool_not_found", async () => {
  const { response } = await responseTo({ withoutTools: true }, { tool: "Echo", args: { text: "hello" } })
  expect(response).toMatchObject({ ok: false, error: "tool_not_found", message: expect.stringContaining("Echo") })
})

it("sends hello with the tools that the agent may ever call", async () => {
  const { start } = await openSupervisor({ policy: capabilities })
  const { ended, printed } = await start(script(`${speaking} console.log(JSON.stringify(hello)); process.exit()`), {
    agent: "reader",
    session: "session-1"
  })
  await ended
  const hello = JSON.parse(printed.stdout)
  expect(hello).toMatchObject({ op: "hello", version: 6, agent: "reader", session: "session-1" })
  expect(hello.tools.map(({ name }: { name: string }) => name)).toEqual(["Echo", "Read"])
  expect(hello.tools[0]).toEqual({
    name: "Echo",
    description: expect.stringContaining("Returns the text"),
    parameters: expect.objectContaining({ type: "object" }),
    side_effects: "NONE"
  })
})

it("combines changes of tools into a few lists, and sends the newest list to a later runner", async () => {
  const shown = defineTool({
    name: "shown",
    description: "Is shown.",
    parameters: { type: "object" },
    sideEffects: "NONE",
    requiresCapability: false,
    execute: () => null
  })
  const { start, runtime } = await openSupervisor({ policy: capabilities, tools: [shown] })
  const registry = await runtime.runPromise(ToolRegistry)
  const { ended, printed, until } = await start(
    script(`${speaking}
      const lists = []
      console.log("ready")
      for (;;) {
        const message = await next()
        if (message.op === "tools_changed") lists.push(message.tools.map(({ name, description }) => [name, description]))
        if (message.op === "shutdown") break
        if (lists.at(-1)?.length === 2) break
      }
      console.log(JSON.stringify([hello.tools.length, lists]))
      process.exit()
    `),
    { agent: "reader" }
  )
  await until(() => printed.stdout.includes("ready"))
  for (let at = 0; at < 500; at++)
    await runtime.runPromise(registry.replace({ ...shown, description: `Is shown ${at}.` }))
  await runtime.runPromise(registry.remove("Echo"))
  await ended
  const [first, lists] = JSON.parse(printed.stdout.replace("ready\n", ""))
  expect(first).toBe(3)
  expect(lists.at(-1)).toEqual([
    ["Read", expect.any(String)],
    ["shown", "Is shown 499."]
  ])
  expect(lists.length).toBeLessThan(50)
  const later = await start(script(`${speaking} console.log(hello.tools[1].description); process.exit()`), {
    agent: "reader"
  })
  await later.ended
  expect(later.printed.stdout).toBe("Is shown 499.\n")
})

it("answers a deferred call at once with its pending approval, for a runner and its children", async () => {
  const { start } = await openSupervisor({
    policy: "version: 1\nrules: { ask: [Echo] }\n",
    onAsk: () => new Promise(() => {})
  })
  const child = `${speaking}
    send({ op: "tool_call", tool_call_id: "1", tool: "Echo", args: { text: hello.agent } })
    const { ok, pending, metadata } = await nextOf("tool_response")
    console.log(hello.agent, ok, typeof pending.approval_id, pending.expires_at - Date.now() <= 60_000, metadata.executed)`
  const parent = `${child}
    const command = [process.execPath, "--input-type=module", "-e", process.env.CHILD]
    send({ op: "agent_start", agent_id: "1", agent: "child", command })
    await nextOf("agent_ended")
    process.exit()`
  const { ended, printed } = await start(script(parent), {
    defer: { expiresMs: 60_000 },
    env: { CHILD: `${child}\nprocess.exit()` }
  })
  await ended
  expect(printed.stdout).toBe("agent-1 false string true no\nchild false string true no\n")
})

it("counts an agent's quota across its runners", async () => {
  const { start } = await openSupervisor({ policy: "version: 1\nquotas: { Echo: { per_agent: 3 } }\n" })
  const two = script(`${speaking}
    for (const id of ["1", "2"]) send({ op: "tool_call", tool_call_id: id, tool: "Echo", args: { text: "" } })
    for (let i = 0; i < 2; i++) console.log((await nextOf("tool_response")).ok)
    process.exit()`)
  const runners = await Promise.all([start(two), start(two), start(two, { agent: "agent-2" })])
  await Promise.all(runners.map(({ ended }) => ended))
  const granted = runners.map(({ printed }) => printed.stdout.split("\n").filter((line) => line === "true").length)
  expect((granted[0] ?? 0) + (granted[1] ?? 0)).toBe(3)
  expect(granted[2]).toBe(2)
})

it("counts calls per session, not per process, until the last runner of the session has ended", async () => {
  const { start } = await openSupervisor({ policy: "version: 1\nquotas: { Echo: { per_session: 2 } }\n" })
  const two = script(`${speaking}
    for (const id of ["1", "2"]) {
      send({ op: "tool_call", tool_call_id: process.pid + id, tool: "Echo", args: { text: "" } })
      console.log((await nextOf("tool_response")).ok)
    }
    process.exit(Number(process.env.STATUS))`)
  const stays = await start(script(`${speaking} console.log("here"); setInterval(() => {}, 1000)`), {
    session: "shared"
  })
  const answered = async (session: string, more: Started = {}) => {
    const { ended, printed } = await start(two, { session, ...more })
    await ended
    return printed.stdout.trim().split("\n")
  }
  expect(await answered("shared")).toEqual(["true", "true"])
  expect(await answered("shared")).toEqual(["false", "false"])
  await stays.stop()
  expect(await answered("shared")).toEqual(["true", "true"])
  const env = { STATUS: "7" }
  const restart = { onFailure: 1, delayMs: 1, maxDelayMs: 1 }
  expect(await answered("again", { env, restart })).toEqual(["true", "true", "false", "false"])
  expect(await answered("again")).toEqual(["true", "true"])
})

it("speaks over standard input and output if a program supports nothing else", async () => {
  const { start } = await openSupervisor()
  const { ended, printed } = await start(
    script(`
      import { createInterface } from "node:readline"
      const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
      const { agent } = JSON.parse((await lines.next()).value)
      console.log(JSON.stringify({ op: "tool_call", tool_call_id: "1", tool: "Echo", args: { text: agent } }))
      console.error(JSON.parse((await lines.next()).value).result.text)
      process.exit()`),
    { channel: "stdio" }
  )
  await ended
  expect(printed).toEqual({ stdout: "", stderr: "agent-1\n" })
})

it("reports events in order", async () => {
  const { start } = await openSupervisor()
  const { ended, told } = await start(testRunner, {
    session: "s",
    env: { TOOLGATE_RUNNER_BEHAVIOR: 'tool_call={"tool":"Echo","args":{"text":"hello"}}' }
  })
  await ended
  const about = { at: expect.any(Number), agent: "agent-1", session: "s" }
  expect(told).toMatchObject([
    { ...about, type: "runner.started", attempt: 1 },
    { ...about, type: "runner.called", callId: "call-1", toolName: "Echo" },
    { ...about, type: "runner.answered", execution: { callId: "call-1", success: true } },
    { ...about, type: "runner.ended", attempt: 1, ending: { how: "exited", status: 0 } }
  ])
})

it("the test runner echoes its input by default", async () => {
  const { start, workspace } = await openSupervisor()
  writeFileSync(join(workspace, "input"), "one\ntwo\n")
  const { ended, printed } = await start(["/bin/sh", "-c", 'exec "$@" < input', "sh", ...testRunner])
  await ended
  expect(printed).toEqual({ stdout: "one\ntwo\n", stderr: "" })
})

it("a failing event listener is logged and blocks no runner", async () => {
  const { start, logs } = await openSupervisor()
  const broken = () => {
    throw new Error("the listener is broken")
  }
  const { ended } = await start(
    script(`${speaking}
      console.log("some output")
      send({ op: "tool_call", tool_call_id: "1", tool: "Echo", args: { text: "hello" } })
      process.exit((await nextOf("tool_response")).ok ? 0 : 1)`),
    { onEvent: broken, onOutput: broken }
  )
  expect(await ended).toMatchObject({ how: "exited", status: 0 })
  expect(logs.filter((line) => line.includes("the listener is broken")).length).toBeGreaterThanOrEqual(5)
})

const many = chooseCount(8, 100)

it(`${many} runners with a hundred calls each are answered, each call once and with its own result`, async () => {
  const { start } = await openSupervisor()
  const program = script(`${speaking}
    for (let i = 0; i < 100; i++)
      send({ op: "tool_call", tool_call_id: "" + i, tool: "Echo", args: { text: hello.session + " " + i } })
    const answers = new Map()
    for (let i = 0; i < 100; i++) {
      const { tool_call_id, result } = await nextOf("tool_response")
      if (answers.has(tool_call_id) || result.text !== hello.session + " " + tool_call_id) process.exit(1)
      answers.set(tool_call_id, result)
    }
    send({ op: "tool_call", tool_call_id: "last", tool: "Echo", args: { text: "" } })
    // A second answer would come before this one.
    process.exit((await next()).tool_call_id === "last" && answers.size === 100 ? 0 : 1)`)
  const runners = await Promise.all(Array.from({ length: many }, () => start(program)))
  const endings = await Promise.all(runners.map(({ ended }) => ended))
  expect(endings.filter(({ how, status }) => how === "exited" && status === 0)).toHaveLength(many)
})
