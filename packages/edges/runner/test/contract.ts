import { describe, expect, it } from "vitest"
import type { Client } from "./clients.ts"
import { hello, PlayedSupervisor } from "./playedSupervisor.ts"

const image = { type: "image", media_type: "image/png", base64: "" }
const metadata = { duration_ms: 2, waited_ms: 1, sandbox: "host", executed: "yes" }

const adaptersOf = (client: Client) => client.channels.map((channel) => ({ ...client, channel }))

/** The contract of an agent's library in every language, over every channel. */
export const contractOf = (given: Client) =>
  describe.each(adaptersOf(given))("an agent in $client over $channel", ({ client, isHere, command, channel }) => {
    const test = it.skipIf(!isHere)

    const start = (scenario: string) => new PlayedSupervisor([...command, scenario], channel)

    /** Returns the report of a program that ends by itself. */
    const ended = async (supervisor: PlayedSupervisor) => {
      const report = await supervisor.report
      expect(await supervisor.exit).toBe(0)
      return report
    }

    test("knows its identity, folder and tools, and ignores unknown fields", async () => {
      const supervisor = start("hello")
      supervisor.say("\n", { ...hello, version: 7, later: [1] })
      expect(await ended(supervisor)).toEqual({
        agent: "coder",
        session: "s1",
        workspace: "/ws",
        tools: [
          ["Read", "Reads a file.", { type: "object" }, "READ"],
          ["Echo", "Says it again.", {}, "NONE"]
        ],
        skills: []
      })
    })

    test("reads the active skills", async () => {
      const supervisor = start("hello")
      const skill = {
        name: "review",
        version: "2.1",
        description: "Reviews.",
        instructions: "Read\nit „all“.",
        later: 1
      }
      supervisor.say({ ...hello, skills: [skill] })
      expect(await ended(supervisor)).toMatchObject({ skills: [["review", "2.1", "Reviews.", "Read\nit „all“."]] })
    })

    test("knows its task, and reports a result with any characters", async () => {
      const supervisor = start("assigned")
      supervisor.say({ ...hello, version: 6, assignment: "Count\nit „all“. 😀" })
      expect(await supervisor.heard()).toEqual({ op: "agent_result", text: "first" })
      expect(await supervisor.heard()).toEqual({ op: "agent_result", text: "Done: Count\nit „all“. 😀" })
      expect(await ended(supervisor)).toEqual([
        "A result must be a string.",
        expect.stringMatching(/^A result has at most 1048576 char/)
      ])
    })

    test("needs no assignment if its command is complete, and reports nothing to a supervisor that takes no results", async () => {
      const supervisor = start("unassigned")
      supervisor.say({ ...hello, version: 5 })
      expect(await ended(supervisor)).toEqual([
        null,
        "This supervisor does not support results: its protocol version is too old."
      ])
    })

    test("replaces its list of tools after a change, and continues its open calls", async () => {
      const supervisor = start("changed")
      supervisor.say(hello)
      const call = await supervisor.heardCall()
      const [read] = hello.tools
      const parameters = { type: "object", required: ["path"] }
      supervisor.say({ op: "tools_changed", tools: [] })
      supervisor.say({ op: "tools_changed", tools: [{ ...read, parameters, later: 1 }], later: 1 })
      supervisor.answer(call, {})
      expect(await ended(supervisor)).toEqual([
        ["Read", "Echo"],
        [{ name: "Read", description: "Reads a file.", parameters, sideEffects: "READ" }]
      ])
    })

    test(`ends when it is done${channel === "WebSocket" ? " and has closed its tools" : ", even if the channel is open"}`, async () => {
      const supervisor = start("idle")
      supervisor.say(hello)
      expect(await ended(supervisor)).toBe("idle")
    })

    test("calls a tool, and receives its result, text, content and status", async () => {
      const supervisor = start("call")
      supervisor.say(hello)
      const { tool_call_id, ...call } = await supervisor.heardCall()
      expect(call).toEqual({ op: "tool_call", tool: "Read", args: { path: "é\n\u2028 😀" } })
      const content = [{ type: "text", text: "one\u2028" }, image, { type: "text", text: "two 😀" }]
      supervisor.say({ op: "tool_response", tool_call_id, ok: true, result: { size: 3 }, content, metadata })
      expect(await ended(supervisor)).toEqual({ result: { size: 3 }, text: "one\u2028\ntwo 😀", content, metadata })
    })

    test("receives the text as result if the tool returns nothing else", async () => {
      const supervisor = start("call")
      supervisor.say(hello)
      supervisor.answer(await supervisor.heardCall(), { content: "é" })
      expect(await ended(supervisor)).toEqual({
        result: { content: "é" },
        text: '{"content":"é"}',
        content: [],
        metadata: null
      })
    })

    test.each([
      ["its text", [{ type: "text", text: "é" }, image, { type: "text", text: "" }], { text: "é\n" }],
      ["an image", [image], {}],
      [
        "a text file among what is none, and what it does not know",
        [
          { type: "file", media_type: "text/plain", text: "é", uri: "docs://a" },
          { type: "file", media_type: "application/pdf", base64: "AAAA" },
          { type: "audio", media_type: "audio/wav", base64: "AAAA" },
          { type: "link", uri: "https://a.b/", title: "A" },
          { type: "hologram", text: "no" },
          { type: "text", text: "b" }
        ],
        { text: "é\nb" }
      ],
      ["nothing", [], {}]
    ])("has the text of a tool without a structured result as its result: %s", async (_what, content, result) => {
      const supervisor = start("call")
      supervisor.say(hello)
      const { tool_call_id } = await supervisor.heardCall()
      supervisor.say({ op: "tool_response", tool_call_id, ok: true, result: {}, content })
      expect(await ended(supervisor)).toMatchObject({ result, content })
    })

    test("accepts an answer that is longer and deeper than a request may be", async () => {
      const supervisor = start("call")
      supervisor.say(hello)
      const { tool_call_id } = await supervisor.heardCall()
      const deep = `${"[".repeat(500)}${"]".repeat(500)}`
      const result = `{"deep":${deep},"long":"${"x".repeat(17 * 1024 * 1024)}"}`
      const content = '[{"type":"text","text":"long"}]'
      supervisor.say(
        `{"op":"tool_response","tool_call_id":"${tool_call_id}","ok":true,"result":${result},"content":${content}}\n`
      )
      expect(JSON.stringify(await ended(supervisor))).toContain(`${deep},"long":"xxx`)
    })

    test("receives an error for a refused call", async () => {
      const supervisor = start("failed")
      supervisor.say(hello)
      const { tool_call_id } = await supervisor.heardCall()
      const content = [{ type: "text", text: "half" }]
      const failed = { error: "fs_denied", message: 'The file "/etc/passwd" is not granted.', content, metadata }
      supervisor.say({ op: "tool_response", tool_call_id, ok: false, ...failed })
      expect(await ended(supervisor)).toEqual({
        name: "ToolCallError",
        tool: "Write",
        slug: "fs_denied",
        message: 'The file "/etc/passwd" is not granted.',
        content: [{ type: "text", text: "half" }],
        text: 'half\nfs_denied: The file "/etc/passwd" is not granted.',
        metadata,
        pending: null
      })
    })

    test("receives the approval that a deferred call waits for", async () => {
      const supervisor = start("failed")
      supervisor.say(hello)
      const { tool_call_id } = await supervisor.heardCall()
      const pending = { approval_id: "a1", expires_at: 1_800_000_000_500, later: 1 }
      const deferred = { error: "permission_denied", message: "Somebody has to decide.", pending }
      supervisor.say({ op: "tool_response", tool_call_id, ok: false, ...deferred })
      expect(await ended(supervisor)).toMatchObject({
        slug: "permission_denied",
        message: "Somebody has to decide.",
        pending: ["a1", 1_800_000_000.5]
      })
    })

    test("matches many open calls with their answers, in any order and in any pieces", async () => {
      const supervisor = start("together")
      supervisor.say(hello, { op: "later", tool_call_id: 3 })
      const calls = [await supervisor.heardCall(), await supervisor.heardCall(), await supervisor.heardCall()]
      expect(new Set(calls.map(({ tool_call_id }) => tool_call_id)).size).toBe(3)
      supervisor.answer({ tool_call_id: "of nobody" }, {})
      for (const call of calls.toReversed()) {
        const line = JSON.stringify({
          op: "tool_response",
          tool_call_id: call.tool_call_id,
          ok: true,
          result: { tool: call.tool },
          later: {}
        })
        for (const piece of [line.slice(0, 9), line.slice(9), "\r\n"]) supervisor.say(piece)
        supervisor.answer(call, { tool: "answered twice" })
      }
      expect(await ended(supervisor)).toEqual([{ tool: "A" }, { tool: "B" }, { tool: "C" }])
    })

    test("passes on the id, the key and the deadline of a call", async () => {
      const supervisor = start("options")
      supervisor.say(hello)
      const call = await supervisor.heardCall()
      expect(call).toEqual({
        op: "tool_call",
        tool_call_id: "mine",
        tool: "Echo",
        args: {},
        idempotency_key: "once",
        timeout_ms: 1500
      })
      supervisor.answer(call, {})
      expect(await ended(supervisor)).toEqual({})
    })

    test("never repeats an id after a restart, because a tool may treat equal ids as the same call", async () => {
      const ids: Array<string> = []
      for (const supervisor of [start("call"), start("call")]) {
        supervisor.say(hello)
        const call = await supervisor.heardCall()
        ids.push(call.tool_call_id)
        supervisor.answer(call, {})
        await ended(supervisor)
      }
      expect(ids[0]).not.toBe(ids[1])
    })

    test("receives output and approval requests in order, before the answer", async () => {
      const supervisor = start("output")
      supervisor.say(hello)
      const call = await supervisor.heardCall()
      const { tool_call_id } = call
      supervisor.say(
        { op: "approval_pending", tool_call_id, approval_id: "a1", why: "It writes.", expires_at: 1_500 },
        { op: "tool_output_delta", tool_call_id, stream: "stdout", text: "1", cut: false },
        { op: "tool_output_delta", tool_call_id, stream: "stderr", text: "2", cut: true },
        { op: "tool_output_delta", tool_call_id: "of nobody", stream: "stderr", text: "3", cut: false }
      )
      supervisor.answer(call, { exit: 0 })
      const heard = [
        ["a1", "It writes.", 1.5],
        ["stdout", "1", false],
        ["stderr", "2", true]
      ]
      expect(await ended(supervisor)).toEqual([heard, { exit: 0 }])
    })

    test("cancels a call that was sent, and does not send one that was waiting", async () => {
      const supervisor = start("cancel")
      supervisor.say({ ...hello, max_calls_in_flight: 1 })
      const slow = await supervisor.heardCall()
      const { tool_call_id } = slow
      supervisor.say({ op: "tool_output_delta", tool_call_id, stream: "stdout", text: "started", cut: false })
      expect(await supervisor.heard()).toEqual({ op: "tool_cancel", tool_call_id })
      // The cancelled call is still answered, and only then frees its slot.
      supervisor.say({ op: "tool_response", tool_call_id, ok: false, error: "tool_failed", message: "Cancelled." })
      const after = await supervisor.heardCall()
      expect(after.tool).toBe("after")
      supervisor.answer(after, { after: true })
      expect(await ended(supervisor)).toEqual(["cancelled", "cancelled", { after: true }])
    })

    test("sends no more concurrent calls than the supervisor accepts", async () => {
      const supervisor = start("limited")
      supervisor.say({ ...hello, max_calls_in_flight: 2 })
      const open = [await supervisor.heardCall(), await supervisor.heardCall()]
      for (let answered = 0; answered < 5; answered++) {
        // Each call is sent after an answer. Without the limit, two more calls would have come before this one.
        const call = open.shift()
        if (call === undefined) throw new Error("It did not call")
        const { n } = call.args as { readonly n: number }
        expect(n).toBe(answered + 1)
        supervisor.answer(call, { n })
        if (answered < 3) open.push(await supervisor.heardCall())
      }
      expect(await ended(supervisor)).toEqual([1, 2, 3, 4, 5])
    })

    test("waits for a supervisor that reads slowly, and loses nothing", async () => {
      const supervisor = start("large")
      supervisor.say({ ...hello, max_frame_bytes: 1024 * 1024, max_calls_in_flight: 1000 })
      const calls = []
      while (calls.length < 100) calls.push(await supervisor.heardCall())
      for (const call of calls) supervisor.answer(call, call.args as object)
      expect(await ended(supervisor)).toBe(100)
    })

    test("refuses a call that is longer than the supervisor's limit", async () => {
      const supervisor = start("tooLarge")
      supervisor.say(hello)
      const call = await supervisor.heardCall()
      expect(call.args).toEqual({ n: 1 })
      supervisor.answer(call, {})
      expect(await ended(supervisor)).toEqual([
        expect.stringMatching(
          /^The call of "Echo" has 300\d\d\d bytes; the supervisor's limit is 262144\. Use smaller arguments\.$/
        ),
        {}
      ])
    })

    test("sends no message over the supervisor's limits on depth, values and names", async () => {
      const supervisor = start("excessive")
      supervisor.say({ ...hello, max_frame_bytes: 16 * 1024 * 1024 })
      // The protocol's limits apply to an agent's messages.
      for (const call of [await supervisor.heardCall(), await supervisor.heardCall()]) supervisor.answer(call, {})
      const refused = (excess: string) => `The call of "Echo" ${excess}, the supervisor's limit. Use smaller arguments.`
      expect(await ended(supervisor)).toEqual([
        [
          refused("is nested deeper than 128"),
          refused("holds more than 1000000 values"),
          refused("holds more than 20000 names")
        ],
        [{}, {}]
      ])
    })

    test("refuses an id that is in flight", async () => {
      const supervisor = start("sameId")
      supervisor.say(hello)
      supervisor.answer(await supervisor.heardCall(), { first: true })
      expect(await ended(supervisor)).toEqual([
        'This call of "Echo" has the id of an open call. Use a new id for each call.',
        { first: true }
      ])
    })

    test("refuses invalid options before sending, and accepts a timeout of zero", async () => {
      const supervisor = start("mistaken")
      supervisor.say(hello)
      const first = await supervisor.heardCall()
      expect(first).toMatchObject({ tool_call_id: "😀".repeat(256), timeout_ms: 0 })
      const second = await supervisor.heardCall()
      expect(second).toMatchObject({ tool: "x".repeat(1000), timeout_ms: 0 })
      for (const call of [first, second]) supervisor.answer(call, {})
      const named = (option: string) =>
        client === "Python" ? option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : option
      const text = (option: string) => `type: The option "${named(option)}" must be a string.`
      const characters = (option: string) => `range: The option "${named(option)}" must have 1 to 256 characters.`
      const finite = `range: The option "${named("timeoutMs")}" must be finite.`
      const number = `type: The option "${named("timeoutMs")}" must be a number.`
      expect(await ended(supervisor)).toEqual([
        [
          "type: The name of a tool must be a string.",
          ...[
            characters("id"),
            characters("id"),
            text("id"),
            characters("idempotencyKey"),
            characters("idempotencyKey")
          ],
          ...[finite, finite, number, number],
          ...[characters("agent"), characters("agent")],
          'range: The option "command" must have 1 to 1000 members.',
          text("command"),
          'type: The option "command" must be a list.',
          ...[characters("role"), characters("task"), characters("ceiling.tools")],
          'range: The option "ceiling.files.mode" must be r, w or rw.',
          'range: The option "ceiling.hosts.port" must be a whole number from 1 to 65535.',
          `type: The option "${named("ceiling.readOnly")}" must be true or false.`
        ],
        [{}, {}]
      ])
    })

    test("continues when a listener fails, and reports it", async () => {
      const supervisor = start("failingListener")
      supervisor.say(hello)
      const call = await supervisor.heardCall()
      const { tool_call_id } = call
      supervisor.say(
        { op: "approval_pending", tool_call_id, approval_id: "a1", why: "It writes.", expires_at: 1_500 },
        { op: "tool_output_delta", tool_call_id, stream: "stdout", text: "1", cut: false }
      )
      supervisor.answer(call, { exit: 0 })
      expect(await ended(supervisor)).toEqual([[true, true], { exit: 0 }])
    })

    test("starts a child with a ceiling, stops it, and receives its end", async () => {
      const supervisor = start("child")
      supervisor.say(hello)
      const started = await supervisor.heard()
      expect(started).toEqual({
        op: "agent_start",
        agent_id: expect.any(String),
        agent: "helper",
        command: ["node", "helper.js"],
        role: "reader",
        ceiling: { tools: ["Read"], files: [{ path: "/a", mode: "r" }], read_only: true, no_web: true }
      })
      const { agent_id } = started as { readonly agent_id: string }
      supervisor.say({ op: "agent_started", agent_id, ok: true }, { op: "agent_ended", agent_id: "other", ok: true })
      expect(await supervisor.heard()).toEqual({ op: "agent_stop", agent_id })
      supervisor.say({ op: "agent_ended", agent_id, ok: false, message: "It was stopped.", result: "half" })
      expect(await ended(supervisor)).toEqual({
        agent: "helper",
        ok: false,
        message: "It was stopped.",
        result: "half"
      })
    })

    test("receives an error for a refused child", async () => {
      const supervisor = start("childRefused")
      supervisor.say(hello)
      const { agent_id } = (await supervisor.heard()) as { readonly agent_id: string }
      supervisor.say({ op: "agent_started", agent_id, ok: false, error: "permission_denied", message: "No." })
      expect(await ended(supervisor)).toEqual({ name: "AgentNotStarted", slug: "permission_denied", message: "No." })
    })

    test("receives a shutdown request with a grace", async () => {
      const supervisor = start("shutdown")
      supervisor.say(hello)
      const call = await supervisor.heardCall()
      supervisor.say({ op: "shutdown", reason: "The session is over.", grace_ms: 2000 })
      supervisor.answer(call, { done: true })
      expect(await ended(supervisor)).toEqual(["The session is over.", 2000, { done: true }])
    })

    const closed = "Disconnected: The channel to the supervisor has ended: the supervisor closed it."

    test("rejects every open call and requests a shutdown when the channel closes", async () => {
      const supervisor = start("lost")
      supervisor.say(hello)
      await supervisor.heardCall()
      supervisor.hangUp()
      expect(await ended(supervisor)).toEqual([closed, closed, true])
    })

    test("raises an error for a child without further messages", async () => {
      const supervisor = start("childLost")
      supervisor.say(hello)
      const { agent_id } = (await supervisor.heard()) as { readonly agent_id: string }
      supervisor.say({ op: "agent_started", agent_id, ok: true })
      supervisor.hangUp()
      expect(await ended(supervisor)).toBe(closed)
    })

    test("need not wait for a child", async () => {
      const supervisor = start("childIgnored")
      supervisor.say(hello)
      const { agent_id } = (await supervisor.heard()) as { readonly agent_id: string }
      supervisor.say({ op: "agent_started", agent_id, ok: true })
      await supervisor.heardCall()
      supervisor.hangUp()
      expect(await ended(supervisor)).toBe(closed)
    })

    test("receives the reason for a refused frame", async () => {
      const supervisor = start("lost")
      supervisor.say(hello)
      await supervisor.heardCall()
      supervisor.say({ op: "protocol_error", frame: 1, message: "frame 1 is not JSON" })
      const refused =
        "Disconnected: The channel to the supervisor has ended: the supervisor refused what this program sent: frame 1 is not JSON."
      expect(await ended(supervisor)).toEqual([refused, refused, true])
    })

    test.each(["x", '"text"', '{"op":"tool_response","tool_call_id":null}{}', '{"op":"shutdown"'])(
      "closes the channel on %s, which is not a message",
      async (line) => {
        const supervisor = start("lost")
        supervisor.say(hello)
        await supervisor.heardCall()
        supervisor.say(`${line}\n`)
        const [first, second, isShutDown] = (await ended(supervisor)) as ReadonlyArray<unknown>
        expect(first).toMatch(/^Disconnected: The channel to the supervisor has ended: the supervisor/)
        expect([second, isShutDown]).toEqual([first, true])
      }
    )

    test("can close the channel itself", async () => {
      const supervisor = start("close")
      supervisor.say(hello)
      const { tool_call_id } = await supervisor.heardCall()
      supervisor.say({ op: "tool_output_delta", tool_call_id, stream: "stdout", text: "", cut: false })
      expect(await supervisor.heard()).toBeUndefined()
      const gone = "Disconnected: The channel to the supervisor has ended: this program closed it."
      expect(await ended(supervisor)).toEqual([gone, gone])
    })

    // Standard output stays open as long as its program runs.
    if (channel !== "stdio")
      test("shows the supervisor that it closed the channel, even if its process stays", async () => {
        const supervisor = start("closeAndStay")
        supervisor.say(hello)
        expect(await supervisor.heard()).toBeUndefined()
        supervisor.kill()
        expect(await supervisor.exit).toBe("SIGKILL")
      })

    test.each(["{}", '{"op":"tool_response"}', '{"op":"hello","version":0}'])(
      "does not start with the first message %s",
      async (first) => {
        const supervisor = start("idle")
        supervisor.say(`${first}\n`)
        expect(await ended(supervisor)).toBe(
          `Disconnected: The channel to the supervisor has ended: the supervisor's first message is not a hello.`
        )
      }
    )

    // A server takes any number of connections.
    if (channel !== "WebSocket")
      test("connects only once", async () => {
        const supervisor = start("twice")
        supervisor.say(hello)
        supervisor.answer(await supervisor.heardCall(), {})
        expect(await ended(supervisor)).toEqual([
          "The channel to the supervisor is already open. Connect once, and share the tools.",
          {}
        ])
      })

    test("does not start without a first message", async () => {
      const supervisor = start("idle")
      supervisor.hangUp()
      expect(await ended(supervisor)).toMatch(/^Disconnected: The channel to the supervisor has ended: /)
    })
  })
