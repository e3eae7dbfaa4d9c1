import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type ChainOptions, chainTools } from "@toolgate/chain"
import { describe, expect, it, onTestFinished } from "vitest"
import { builtins, defineTool, Type, toolOutput } from "../../src/index.ts"
import { echo, guestProcesses, mailer, openGate, policyOf, tool } from "./openGate.ts"

describe("a script", () => {
  it("calls tools, prints, and returns a value", async () => {
    const { run } = await openGate([echo, tool("say", ({ text }) => String(text))])
    const ran = await run(`
      const [one, two] = await Promise.all([tools.echo({ n: 1 }), callTool("echo", { n: 2 })])
      print("numbers", one.structured.n, two.structured)
      const said = await tools.say({ text: "milk" })
      return { sum: one.structured.n + two.structured.n, said: said.text, one }
    `)
    const one = {
      status: "ok",
      text: '{"n":1}',
      structured: { n: 1 },
      artifact_ref: null,
      preview: null,
      size: null,
      files: []
    }
    expect(ran).toMatchObject({
      status: "ok",
      output_text: 'numbers 1 {"n":2}\n',
      result: { sum: 3, said: "milk", one },
      error: undefined,
      execution: { success: true, executed: "yes", sandbox: "wasm" }
    })
    expect(ran.call_trace.map(({ args_digest: _, duration_ms: __, ...call }) => call)).toEqual(
      [0, 1, 2].map((index) => ({
        index,
        tool: index === 2 ? "say" : "echo",
        status: "ok",
        executed: "yes",
        side_effects: ["read_only"]
      }))
    )
    expect(new Set(ran.call_trace.map(({ args_digest }) => args_digest)).size).toBe(3)
    expect(ran.text).toMatch(/^numbers 1 \{"n":2\}\n\{"sum":3,/)
  })

  it("may be TypeScript, and may use any names", async () => {
    const { run } = await openGate()
    const ran = await run(
      "const tools: ReadonlyArray<number> = [1]\nlet print = 2, artifacts = 3, callTool = 4\nreturn tools[0]! + print"
    )
    expect([ran.error, ran.result]).toEqual([undefined, 3])
  })

  it("returns nothing as null, without text", async () => {
    const { run } = await openGate()
    expect(await run("")).toMatchObject({ status: "ok", result: null, text: "", call_trace: [] })
  })

  it("sees no ambient names", async () => {
    const { run } = await openGate()
    const names = [
      "process",
      "require",
      "fetch",
      "globalThis.callTool",
      "globalThis.tools",
      "WebAssembly",
      "setTimeout"
    ]
    const ran = await run(`return [${names.map((name) => `typeof ${name}`).join()}]`)
    expect(ran.result).toEqual(names.map(() => "undefined"))
  })

  it.each([
    ["denied", "await tools.secret({})", { status: "denied", errorClass: "permission_denied" }],
    ["invalid", "await tools.echo([])", { status: "invalid", errorClass: "validation_error" }],
    ["unknown", "await tools.none({})", { status: "invalid", errorClass: "not_found" }],
    ["failing", "await tools.fails({})", { status: "error", errorClass: "execution_error" }]
  ])("catches the error of a call that is %s", async (_what, call, expected) => {
    const secret = tool("secret", () => "x", { callers: ["direct"] })
    const fails = tool("fails", () => {
      throw new Error("broken")
    })
    const { run } = await openGate([echo, secret, fails])
    const ran = await run(`try { ${call} } catch (e) { return { ...e, message: e.message, is: e instanceof Error } }`)
    expect(ran.result).toMatchObject({ ...expected, is: true })
    expect(ran.call_trace).toMatchObject([{ status: expected.status }])
    expect((ran.result as { message: string }).message.length).toBeGreaterThan(10)
  })

  it.each([
    [
      "a fault on its first line",
      "const = 1",
      "error",
      /^The script of tool "run_script" is not valid: .* \(line 1, column 7\)\.$/
    ],
    ["a fault on a later line", "const one: number = 1\nif (", "error", /\(line 2, column 5\)\.$/],
    ["an exception on its first line", "null.x", "error", /threw: TypeError: .* \(line 1, column \d\)\.$/],
    [
      "a refused call on a later line",
      "const a = 1\n\nawait tools.nothing({})",
      "error",
      /Tool "nothing" not found.* \(line 3, column 13\)\.$/
    ],
    ["a promise that never settles", "await new Promise(() => {})", "error", /waits for a promise/]
  ])("that fails by %s is refused with the position", async (_what, code, status, message) => {
    const { run } = await openGate()
    const ran = await run(code)
    expect(ran.error).toMatch(message)
    expect(ran).toMatchObject({ status, result: null, execution: { success: false, executed: "no" } })
  })

  it("of 1 MB is refused before it runs", async () => {
    const { run } = await openGate()
    const { execution } = await run(`"${"x".repeat(2 ** 20)}"`)
    expect([execution.error?.why, execution.executed]).toEqual(["InvalidArgs", "no"])
  })

  it("runs in no other language", async () => {
    const { gate } = await openGate()
    const args = { code: "1", language: "python" }
    const { error } = await gate.dispatch({ id: "1", tool: "run_script", args })
    expect(error?.why).toBe("InvalidArgs")
  })

  it("can only be called by an agent: not by a script, and not by a tool that a script calls", async () => {
    const through = tool("through", async (_args, { dispatch }) => {
      const { error } = await dispatch({ id: "x", tool: "run_script", args: { code: "" } })
      return { why: error?.why }
    })
    const { run } = await openGate([through])
    const ran = await run(`
      const inner = await tools.run_script({ code: "return 1" }).catch((e) => e.message)
      return [inner, (await tools.through({})).structured.why]`)
    expect(ran.result).toEqual([expect.stringContaining('"run_script" does not take chain calls'), "PolicyDenied"])
  })

  const routing = { callers: ["direct"], category: "routing", escalates: true, sideEffects: "NONE" } as const

  it("reaches no tool that routes to another agent", async () => {
    const { run } = await openGate(["delegate", "escalate"].map((name) => tool(name, () => "done", routing)))
    const ran = await run(`return await Promise.all([
      tools.delegate({ agent: "helper", task: "Go on." }).catch((e) => e.status),
      tools.escalate({ reason: "May I?" }).catch((e) => e.status)
    ])`)
    expect(ran.result).toEqual(["denied", "denied"])
  })
})

describe("the trace", () => {
  const mails = "for (let n = 0; n < 2; n++) await tools.send_email({ to: 'a' + n })\n"

  it.each([
    ["throws", `${mails}throw new Error("boom")`, {}, "error", /boom \(line 2, column 11\)/],
    ["never yields", `${mails}for (;;);`, { limits: { wallMs: 2_000 } }, "timeout", /wall-time limit/],
    ["uses up its processor time", `${mails}for (;;);`, { limits: { cpuMs: 1_000 } }, "timeout", /CPU-time limit/],
    [
      "takes all memory",
      `${mails}const all = []; for (;;) all.push("x".repeat(1e6) + all.length)`,
      { limits: { memoryBytes: 2 ** 25 } },
      "crashed",
      /ran out of memory/
    ]
  ])(
    "is complete after a script that %s, and the model learns what not to repeat",
    async (_how, code, options, status, error) => {
      const { sent, send_email } = mailer()
      const { run } = await openGate([send_email])
      // On a busy machine, the start of a guest's process would use up the time of the script.
      await run("")
      const ran = await run(code, options)
      expect(sent).toEqual(["a0", "a1"])
      expect(ran.error).toMatch(error)
      expect(ran).toMatchObject({
        status,
        text: "send_email ran (calls 1, 2); do not do it again.",
        execution: { success: false, executed: "yes" },
        call_trace: [0, 1].map((index) => ({
          index,
          tool: "send_email",
          executed: "yes",
          side_effects: ["network_access"]
        }))
      })
    }
  )

  it("is complete after the process of the script was killed", async () => {
    const { sent, send_email } = mailer()
    const kill = tool("kill", () => {
      for (const pid of guestProcesses())
        try {
          process.kill(pid, "SIGKILL")
        } catch {
          // A spare process has ended by itself.
        }
    })
    const { run } = await openGate([send_email, kill])
    const ran = await run(`for (let n = 1; n <= 10; n++) {
      await tools.send_email({ to: n })
      if (n === 7) await tools.kill({})
    }`)
    expect(sent).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(ran).toMatchObject({ status: "crashed", execution: { success: false, executed: "yes" } })
    expect(ran.text).toBe("send_email ran (calls 1, 2, 3, 4, 5, 6, 7); do not do it again.")
    expect(ran.call_trace.slice(0, 7).map(({ status, executed }) => [status, executed])).toEqual(
      Array(7).fill(["ok", "yes"])
    )
    expect(ran.error).toMatch(/its process ended unexpectedly/)
  })

  it("lists all calls even if its result is cut", async () => {
    const names = Array.from({ length: 50 }, (_, at) => `sends_a_message_to_the_customers_of_number_${at}`)
    const tools = names.map((name) => tool(name, () => "sent", { sideEffects: "NETWORK" }))
    const { run } = await openGate(tools, {}, { artifacts: {} })
    const ran = await run(
      `for (const name of ${JSON.stringify(names)}) await callTool(name, {}); return "x".repeat(60_000)`
    )
    expect(ran.execution.output.value).toHaveProperty("artifact_ref")
    expect(ran.text.match(/\d ran \(call \d+\)/g)).toHaveLength(50)
  })

  it("is complete after the script was cancelled, and includes the running call", async () => {
    const { send_email } = mailer()
    const controller = new AbortController()
    const slow = tool("slow", (_args, { signal }) => {
      setImmediate(() => controller.abort())
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    })
    const { run } = await openGate([send_email, slow])
    const ran = await run("await tools.send_email({ to: 'a' }); await tools.slow({})", { signal: controller.signal })
    expect(ran).toMatchObject({
      status: "cancelled",
      call_trace: [
        { tool: "send_email", status: "ok", executed: "yes" },
        { tool: "slow", status: "cancelled", executed: "yes" }
      ]
    })
  })

  it("includes calls that a script did not wait for; they end with it", async () => {
    const slow = tool("slow", (_args, { signal }) => {
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    })
    const { run } = await openGate([slow])
    const ran = await run("for (let n = 0; n < 6; n++) tools.slow({}); return 1")
    expect([ran.status, ran.result]).toEqual(["ok", 1])
    // The last two wait for the slots of the others. The outcome of every call is known.
    const known = { status: "cancelled", executed: expect.stringMatching(/^(yes|no)$/) }
    const waited = { status: "cancelled", executed: "no" }
    expect(ran.call_trace).toMatchObject([known, known, known, known, waited, waited])
  })
})

describe("the bounds of a script", () => {
  it.each([
    [{ maxToolCalls: 20 }, 'Scripts have no option "maxToolCalls"; they have "policy" and "tools".'],
    [{ policy: { calls: 20 } }, 'A chain policy has no "calls"; it has "maxToolCalls", '],
    [{ policy: { maxToolCalls: -1 } }, 'The "maxToolCalls" of a chain policy must be a whole number of at least 0.'],
    [{ policy: { totalTimeoutMs: Infinity } }, 'The "totalTimeoutMs" of a chain policy must be a whole number']
  ])("are refused if invalid: %j", (options, why) => {
    expect(() => chainTools(options as ChainOptions)).toThrow(why)
  })

  it("are 50 calls: the next one is rejected in the script, which continues", async () => {
    const { run } = await openGate([echo])
    const ran = await run(`
      const all = await Promise.allSettled(Array.from({ length: 52 }, (_, n) => tools.echo({ n })))
      return all.flatMap(({ status, reason: e }) => status === "rejected" ? [{ message: e.message, ...e }] : [])`)
    const message = "The call was not made: this script may make 50 calls of other tools, and has made them."
    const refusal = { message, status: "denied", errorClass: "permission_denied", executed: "no" }
    expect([ran.result, ran.call_trace.length, ran.status]).toEqual([[refusal, refusal], 50, "ok"])
  })

  it.each([
    ["calls at once", "for (let n = 0; n < 1e6; n++) tools.echo({ n }).catch(() => {})"],
    ["promises", "await Promise.all(Array.from({ length: 1e6 }, async (_, n) => n))"]
  ])("limit 10⁶ %s", async (_what, code) => {
    const { run } = await openGate([echo])
    const ran = await run(code, { limits: { memoryBytes: 2 ** 25 } })
    expect(ran.status).toBe("crashed")
    expect(ran.call_trace.length).toBeLessThanOrEqual(50)
  })

  it("end a call that takes too long, and the script continues", async () => {
    const endless = tool(
      "endless",
      (_args, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    )
    const { run } = await openGate([endless], { policy: { callTimeoutMs: 50 } })
    const ran = await run("return await tools.endless({}).catch((e) => [e.status, e.message])")
    expect(ran.result).toEqual(["timeout", 'Tool "endless" exceeded its wall-time limit of 50 ms.'])
  })

  it.each([
    [{ maxToolCalls: -1 }, '"maxToolCalls"'],
    [{ callTimeoutMs: 0 }, '"callTimeoutMs"'],
    [{ totalTimeoutMs: Number.NaN }, '"totalTimeoutMs"'],
    [{ maxCalls: 3 } as never, '"maxCalls"']
  ])("are checked when the tool is made: %j", async (policy, name) => {
    await expect(openGate([], { policy })).rejects.toThrow(name)
  })

  it("do not deadlock four scripts in the four slots of a session", async () => {
    const { run } = await openGate([echo])
    const code = "let sum = 0; for (let n = 0; n < 5; n++) sum += (await tools.echo({ n })).structured.n; return sum"
    const all = await Promise.all([1, 2, 3, 4].map(() => run(code)))
    expect(all.map(({ result }) => result)).toEqual([10, 10, 10, 10])
  })
})

describe("a policy of the gate", () => {
  const text = (limits: string) => `version: 1
tools:
  run_script: { limits: { chain: { ${limits} } } }
  echo: {}
  send_email: {}
tool_confirmation:
  per_tool: { send_email: prompt, run_script: auto }
`

  it("lowers the bounds of scripts", async () => {
    const { run } = await openGate([echo], {}, policyOf(text("max_tool_calls: 1, max_inline_result: 6B")))
    const ran = await run(`
      const one = await tools.echo({ n: 10 })
      return [one.text, one.size, await tools.echo({}).catch((e) => e.message)]`)
    const refusal = "The call was not made: this script may make 1 call of other tools, and has made it."
    expect(ran.result).toEqual([null, 8, refusal])
  })

  it("raises none of them", async () => {
    const raised = text("max_tool_calls: 9, max_inline_result: 1MiB, call_timeout: 1h, total_timeout: 1h")
    const { run } = await openGate([echo], { policy: { maxToolCalls: 1 } }, policyOf(raised))
    expect((await run("await tools.echo({}); return await tools.echo({}).catch(() => 'refused')")).result).toBe(
      "refused"
    )
  })

  it("asks a person about a call of a script", async () => {
    const { sent, send_email } = mailer()
    const onAsk = () => ({ decision: "approve" as const })
    const { run } = await openGate([send_email], {}, { ...policyOf(text("call_timeout: 1m")), onAsk })
    const ran = await run("return (await tools.send_email({ to: 'Bo' })).text")
    expect([ran.error, ran.result, sent]).toEqual([undefined, "sent to Bo", ["Bo"]])
  })

  it("lets a person deny a call of a script, and the script continues", async () => {
    const { sent, send_email } = mailer()
    const onAsk = () => ({ decision: "deny" as const })
    const { run } = await openGate([send_email], {}, { ...policyOf(text("call_timeout: 1m")), onAsk })
    const ran = await run(
      "return await tools.send_email({ to: 'Bo' }).catch((e) => [e.status, e.errorClass, e.executed])"
    )
    expect([ran.result, sent]).toEqual([["denied", "user_denied", "no"], []])
  })
})

describe("a gate with artifacts", () => {
  it("stores the results of scripts, so that the agent can read more of them", async () => {
    const long = tool("long", () => "x".repeat(10_000))
    const { gate, run } = await openGate([long], {}, { artifacts: {} })
    const { result } = await run("return (await tools.long({})).artifact_ref")
    const { output } = await gate.dispatch({ id: "1", tool: "read_artifact", args: { ref: result, length: 3 } })
    expect(output.value).toMatchObject({ text: "xxx", size: 10_000 })
  })
})

describe("a guest that a script calls", () => {
  it("runs in its own process beside the script's, for four concurrent scripts", async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolgate-guest-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, "double.js"), "export default ({ n }) => n * 2")
    const double = defineTool({
      name: "double",
      description: "For a test.",
      parameters: Type.Object({ n: Type.Number() }),
      sideEffects: "NONE",
      callers: ["direct", "chain"],
      wasm: { script: join(folder, "double.js") }
    })
    const { run } = await openGate([double])
    const all = await Promise.all([1, 2, 3, 4].map((n) => run(`return (await tools.double({ n: ${n} })).structured`)))
    expect(all.map(({ result }) => result)).toEqual([2, 4, 6, 8])
  })
})

describe("a result", () => {
  const text = (bytes: number) => tool("text", () => "é".repeat(bytes / 2).padEnd(bytes - Math.floor(bytes / 2), "x"))
  const first = "const { text, artifact_ref, preview, size } = await tools.text({}); "

  it("of 4,096 bytes is inline", async () => {
    const { run } = await openGate([text(4_096)])
    const ran = await run(`${first}return [text.length, artifact_ref, preview, size]`)
    expect(ran.result).toEqual([2_048, null, null, null])
  })

  it("counts its text, its value and its files separately", async () => {
    const file = (bytes: number) => ({ type: "image" as const, mediaType: "image/png", base64: "A".repeat(bytes) })
    const mixed = tool("text", ({ said, value, image }) =>
      toolOutput({
        content: [{ type: "text", text: "x".repeat(Number(said)) }, file(Number(image))],
        value: "y".repeat(Number(value) - 2)
      })
    )
    const { run } = await openGate([mixed])
    const sizes = { said: 4_096, value: 4_096, image: 4_096 }
    const refOf = async (given: object) =>
      (await run(`return (await tools.text(${JSON.stringify(given)})).artifact_ref`)).result
    expect(await refOf(sizes)).toBeNull()
    for (const part of ["said", "value", "image"])
      expect(await refOf({ ...sizes, [part]: 4_100 })).toMatch(/^artifact:/)
  })

  it("of read_file with 4,096 bytes is inline, and one with 4,097 is stored", async () => {
    const { run, workspace } = await openGate(builtins())
    for (const bytes of [4_096, 4_097]) writeFileSync(join(workspace, `${bytes}.txt`), "x".repeat(bytes))
    const ran = await run(`
      const read = async (path) => { const { text, size } = await tools.read_file({ path }); return [text?.length ?? null, size] }
      return [await read("4096.txt"), await read("4097.txt")]`)
    expect(ran.result).toEqual([
      [4_096, null],
      [null, 4_097]
    ])
  })

  it("explains why it is only a beginning, if it cannot be stored", async () => {
    const { run } = await openGate([text(10_000)], {}, { artifacts: { quotaBytes: 5_000 } })
    const ran = await run(`${first}return [text, artifact_ref, preview.length, size]`)
    expect(ran.result).toEqual([expect.stringMatching(/^é{1024}\s+\[The result was cut here: /), null, 512, 10_000])
  })

  it("of 4,097 bytes is stored, and can be read in parts", async () => {
    const { run } = await openGate([text(4_097)])
    const ran = await run(`${first}
      const whole = await artifacts.read(artifact_ref)
      const { text: _, ...part } = await artifacts.read(artifact_ref, 1, 10)
      return { text, artifact_ref, preview: preview.length, size, whole: [whole.text.length, whole.next ?? null], part }`)
    expect(ran.result).toEqual({
      text: null,
      artifact_ref: expect.stringMatching(/^artifact:sha256-[0-9a-f]{64}$/),
      preview: 512,
      size: 4_097,
      whole: [2_049, null],
      part: { start: 2, length: 8, size: 4_097, next: 10 }
    })
    expect(ran.call_trace.length).toBe(1)
  })

  it("cannot be read by another script with read_artifact: a reference of another session is unknown", async () => {
    const { gate, run } = await openGate([text(5_000)])
    const { result } = await run("return (await tools.text({})).artifact_ref")
    const code = `return await artifacts.read(${JSON.stringify(result)}).catch((e) => e.status + ": " + e.message)`
    const other = await gate.session({ id: "other" })
    const { output } = await other.dispatch({ id: "1", tool: "run_script", args: { code } })
    const refused = expect.stringMatching(/^denied: artifacts.read reads results of this script's own calls/)
    expect(output.value).toHaveProperty("result", refused)
    expect(await run(code)).toHaveProperty("result", refused)
  })

  it("is stored until its script ends, for this script only", async () => {
    const first = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<string>()
    const long = tool("long", ({ n }) => `${n}`.padEnd(4_000_000))
    const wait = tool("wait", () => {
      first.resolve()
      return goOn.promise
    })
    const { run } = await openGate([long, wait])
    const waiting = run(`const { artifact_ref } = await tools.long({ n: 1 })
      await tools.wait({})
      return (await artifacts.read(artifact_ref, 0, 1)).text`)
    await first.promise
    // Together these exceed the limit for stored results.
    const many = (from: number) => `const refs = []
      for (let n = ${from}; n < ${from + 9}; n++) refs.push((await tools.long({ n })).artifact_ref)
      return refs.includes(null)`
    for (const from of [0, 10]) expect((await run(many(from))).result).toBe(false)
    goOn.resolve("on")
    expect((await waiting).result).toBe("1")
  })

  it("with an invalid reference is refused", async () => {
    const { run } = await openGate()
    const ran = await run(
      "return await Promise.all([[], [1], ['x', -1]].map((a) => artifacts.read(...a).catch((e) => e.status)))"
    )
    expect(ran.result).toEqual(["invalid", "invalid", "invalid"])
  })
})
