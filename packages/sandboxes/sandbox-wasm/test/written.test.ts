import { createRequire } from "node:module"
import type { BrokeredCall, BrokeredGuest, GuestOptions, Ran, ScriptBroker } from "@toolgate/core"
import { afterAll, describe, expect, it } from "vitest"
import { scriptEngine } from "../src/scriptEngine.ts"
import { OpenSandbox } from "./sandbox.ts"

it("names the version of the script engine that is installed", () => {
  const { version } = createRequire(import.meta.url)("quickjs-wasi/package.json")
  expect(scriptEngine).toBe(`quickjs-wasi ${version}`)
})

const wasm = await OpenSandbox.open()
afterAll(() => wasm[Symbol.asyncDispose]())

const before = "export default async (_, { callTool }) => {\n  const echo = (given) => callTool('echo', given); "
const after = "\n}"

/** A script whose text is an argument of the call. */
const written = { script: ({ code }: { readonly code?: unknown }) => ({ before, text: String(code), after }), calls: 3 }

const asIs = async (ran: Ran) => ran

/** Makes a guest with a broker that answers calls in this way, and records them. */
const brokered = (call: ScriptBroker["call"], ended: ScriptBroker["ended"] = asIs, begin?: ScriptBroker["begin"]) => {
  const asked: Array<BrokeredCall> = []
  const broker = () => ({
    call: (one: BrokeredCall, handles: Parameters<ScriptBroker["call"]>[1]) => {
      asked.push(one)
      return call(one, handles)
    },
    ended,
    begin: begin ?? (() => undefined)
  })
  return { asked, guest: { ...written, broker } }
}

const echoes: ScriptBroker["call"] = async ({ argsText }) => ({ value: JSON.parse(argsText) })

const run = (code: string, guest: GuestOptions = written) => wasm.run({ guest, args: { code }, id: "outer" })

describe("a script that is written for its call", () => {
  it("runs separately from other scripts", async () => {
    expect((await run("globalThis.left = 1; return 'one'")).output.value).toBe("one")
    expect((await run("return typeof left")).output.value).toBe("undefined")
  })

  it("may be TypeScript", async () => {
    const code =
      "interface Named { readonly name: string }\nconst one: Named = { name: 'é' }\nreturn one satisfies Named"
    expect((await run(code)).output.value).toEqual({ name: "é" })
  })

  it("is JavaScript if it could be both", async () => {
    expect((await run("const a = 1, b = 2, c = 0\nreturn a < b > (c)")).output.value).toBe(true)
  })

  it.each([
    ["on its first line", "throw new Error('no')", "Error: no (line 1, column 11)"],
    ["on a later line", "const one = 1\n  throw new Error('no')", "Error: no (line 2, column 13)"],
    ["behind other characters", "const word = 'één 🙂'; throw new Error('no')", "Error: no (line 1, column 34)"],
    ["in a function", "const f = () => { null.x }\nf()", "cannot read property 'x' of null (line 1, column 19)"],
    ["in TypeScript", "const one: number = 1; throw new Error('no')", "Error: no (line 1, column 34)"],
    ["behind each end of a line", "1\r2\r\n3\u20284\u20295\n  throw new Error('no')", "Error: no (line 6, column 13)"],
    ["behind ends in comments", "//\r//\u2028/*\r\u2028*/ throw new Error('no')", "Error: no (line 5, column 14)"],
    ["behind ends in texts", "`\r\u2028`\nconst t = '\u2029'; throw new Error('no')", "Error: no (line 5, column 14)"],
    [
      "in TypeScript behind them",
      "let a: '\u2028' | null\u2028/*\r*/ throw new Error('no')",
      "Error: no (line 4, column 14)"
    ]
  ])("has the position of an exception %s", async (_where, code, message) => {
    expect((await run(code)).error?.message).toContain(message)
  })

  it.each([
    ["on its first line", "let 1x = 2", "(line 1, column 5)"],
    ["on a later line", "const one = 1\r\nlet = = 2", "(line 2, column 7)"],
    ["in TypeScript", "const a: number = 1\nconst b: = 2", "(line 2, column 10)"],
    ["behind each end of a line", "1\r2\r\n3\u20284\u20295\n  const = 1", "(line 6, column 9)"],
    ["behind ends in comments and texts", "/*\r\u2028*/ `\r\u2028` //\u2028  const = 1", "(line 6, column 9)"],
    ["in TypeScript behind them", "let a: number\r/*\u2028*/`\u2028`;//\u2028 const b: = 1", "(line 5, column 11)"],
    ["at its end", "if (true) {\n  echo({})", "(line 2, column 11)"],
    ["behind its end", "return 1 }", "(line 1, column 11)"],
    ["in a name of Unicode", "const größe = = 1", "(line 1, column 15)"],
    ["behind tabs", "if (true) {\n\t\tconst = 1", "(line 2, column 9)"],
    ["behind characters of another width", "const word = '牛奶 🙂\t';const = 1", "(line 1, column 29)"],
    ["behind a long line", `const text = "${"x".repeat(30_000)}"\n  const = 1`, "(line 2, column 9)"]
  ])("reports the position of a fault %s, and does not run", async (_where, code, place) => {
    const { error, output } = await run(code)
    expect(error?.message).toMatch(/^The script of tool "guest" is not valid: /)
    expect(error?.message).toContain(place)
    expect(output.value).toBeUndefined()
  })

  it("has the same meaning with any line ending", async () => {
    expect((await run("return [`\r\r\n\u2028`, '\u2029']")).output.value).toEqual(["\n\n\u2028", "\u2029"])
    for (const end of ["\n", "\r", "\u2028"]) expect((await run(`return${end}1`)).output.value).toBeUndefined()
  })

  it("has the position of a failed call", async () => {
    const { guest } = brokered(async () => ({ error: "There is no milk.", members: {} }))
    const { error } = await run("const one = 1\nawait echo({})", guest)
    expect(error?.message).toBe('Tool "guest" threw: Error: There is no milk (line 2, column 7).')
  })

  it("cannot import", async () => {
    const { error } = await run("await import('node:fs')")
    expect(error?.message).toContain('cannot import modules, such as "node:fs"')
  })

  it("runs without a broker, and its calls are answered with results", async () => {
    const dispatch = () => Promise.resolve({ success: true, output: { value: 3, content: [] } })
    const ran = await wasm.run({
      guest: written,
      args: { code: "return await echo({})" },
      handles: { dispatch } as never
    })
    expect(ran.output.value).toBe(3)
  })
})

describe("a broker", () => {
  it("is asked for each call, in order, and answers with a value", async () => {
    const { asked, guest } = brokered(echoes)
    const { output } = await run("return await Promise.all([1, 2, 3].map((n) => echo({ n })))", guest)
    expect(output.value).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    expect(asked).toEqual(
      [1, 2, 3].map((n) => ({ id: `outer.${n}`, index: n - 1, tool: "echo", argsText: `{"n":${n}}` }))
    )
  })

  it("knows when the script has made all calls that it can make without a further answer", async () => {
    let script: BrokeredGuest | undefined
    const countsThem: ScriptBroker["call"] = async () => {
      await script?.whenIdle()
      return { value: asked.length }
    }
    const { asked, guest } = brokered(countsThem, asIs, (_, guest) => {
      script = guest
      return undefined
    })
    const code = `
      const first = await echo({})
      return [first, ...await Promise.all([echo({}), Promise.resolve().then(() => echo({}))])]`
    expect((await run(code, guest)).output.value).toEqual([1, 3, 3])
  })

  it("may ask whether an ended script still waits", async () => {
    let script: BrokeredGuest | undefined
    const { guest } = brokered(
      async () => ({ value: (await script?.whenIdle()) ?? null }),
      asIs,
      (_, guest) => {
        script = guest
        return undefined
      }
    )
    for (let n = 0; n < 10; n++) expect((await run(`echo({}); return ${n}`, guest)).output.value).toBe(n)
    expect((await run("return await echo({})", guest)).output.value).toBe(null)
  })

  it("answers with an error that the script can read", async () => {
    const { guest } = brokered(async () => ({ error: "Not today.", members: { status: "denied", stack: "none" } }))
    const code =
      "try { await echo({}) } catch (e) { return [e instanceof Error, e.message, e.status, Object.keys(e), e.stack] }"
    expect((await run(code, guest)).output.value).toEqual([true, "Not today.", "denied", ["status", "stack"], "none"])
  })

  it("receives no call beyond the limit; the script gets an error and continues", async () => {
    const { asked, guest } = brokered(echoes)
    const code = `let failed; for (let n = 0; n < 5; n++) await echo({ n }).catch((e) => { failed ??= [n, e.message] }); return failed`
    const { output } = await run(code, guest)
    expect(output.value).toEqual([
      3,
      "The call was not made: this script may make 3 calls of other tools, and has made them."
    ])
    expect(asked.length).toBe(3)
  })

  it.each([
    ["a call too many", "for (let n = 0; n < 4; n++) await echo({ n })", "denied", "permission_denied"],
    ["a request too many", "for (let n = 0; n < 1001; n++) await callTool('', {})", "denied", "permission_denied"],
    ["arguments that are too long", "await echo({ text: 'x'.repeat(2 ** 20) })", "invalid", "validation_error"],
    ["a name that is too long", "await callTool('x'.repeat(2000), {})", "invalid", "validation_error"],
    ["arguments that are no JSON", "await echo({ n: 1n })", "invalid", "validation_error"],
    ["no name", "await callTool()", "invalid", "validation_error"]
  ])("receives no call for %s, and the error says so in its members", async (_what, body, status, errorClass) => {
    const { guest } = brokered(echoes)
    const code = `try { ${body} } catch (e) { return [Object.keys(e), e.status, e.errorClass, e.executed, e.message !== ''] }`
    const ran = await wasm.run({ guest, args: { code }, id: "outer", limits: { outputBytes: 1000 } })
    expect([ran.error, ran.output.value]).toEqual([
      undefined,
      [["status", "errorClass", "executed"], status, errorClass, "no", true]
    ])
  })

  it("answers its requests in addition to the calls", async () => {
    const { asked, guest } = brokered(echoes)
    const code = `
      for (let n = 0; n < 1000; n++) await callTool('', { n })
      const more = await callTool('', {}).catch((e) => e.message)
      return [await echo({ n: 1 }), more]`
    const { output } = await run(code, guest)
    const full = "The request was not made: this script may make 1000 requests besides its calls, and has made them."
    expect(output.value).toEqual([{ n: 1 }, full])
    expect([asked.length, asked.at(-1)?.index]).toEqual([1001, 1000])
  })

  it.each([
    ["returns", "return 1", {}, undefined],
    ["throws", "throw 1", {}, "ToolFailed"],
    ["is no script", "(", {}, "ToolFailed"],
    ["never ends", "for (;;);", { wallMs: 300 }, "TimedOut"],
    ["takes all memory", "const all = []; for (;;) all.push('x'.repeat(1e6) + all.length)", {}, "LimitExceeded"]
  ])("writes the answer of a script that %s", async (_how, code, limits, why) => {
    const { guest } = brokered(echoes, async (ran) => ({ ...ran, output: { ...ran.output, value: "made" } }))
    const ran = await wasm.run({ guest, args: { code }, limits })
    expect([ran.output.value, ran.error?.why]).toEqual(["made", why])
  })

  it("answers for a stopped script, even before it has begun", async () => {
    const { guest } = brokered(echoes, async (ran) => ({ ...ran, output: { ...ran.output, value: "made" } }))
    const running = wasm.begin({ guest, args: { code: "console.log('here'); for (;;);" } })
    await running.prints(/here/)
    running.stop()
    const ran = await running.ran
    expect([ran.output.value, ran.error?.why]).toEqual(["made", "Cancelled"])
  })

  it("receives the script's output, up to 64 KiB", async () => {
    const { guest } = brokered(echoes)
    const { output } = await run("for (let n = 0; n < 100; n++) console.log(String(n).padStart(1023, '.'))", guest)
    const { stderr, stderrBytes } = output.metadata
    expect([String(stderr).length, String(stderr).slice(-4), stderrBytes]).toEqual([65_536, ".99\n", 102_400])
  })
})

describe("limits of chains", () => {
  const calling = { ...written, calls: 2 }

  it("restrict the calls, and never raise their number", async () => {
    const { guest } = brokered(echoes)
    const code = "let made = 0; for (let n = 0; n < 9; n++) await echo({}).then(() => made++, () => {}); return made"
    const made = async (chainCalls: number) =>
      (await wasm.run({ guest, args: { code }, limits: { chainCalls } })).output.value
    expect([await made(1), await made(0), await made(100)]).toEqual([1, 0, 3])
  })

  it("restrict the time of the script", async () => {
    const { error } = await wasm.run({ guest: calling, args: { code: "for (;;);" }, limits: { chainMs: 250 } })
    expect(error?.message).toBe('Tool "guest" exceeded its wall-time limit of 250 ms.')
  })

  it("restrict the time of a call", async () => {
    const asked: Array<unknown> = []
    const dispatch = (_call: unknown, options: unknown) => {
      asked.push(options)
      return Promise.resolve({ success: true, output: { value: 1, content: [] } })
    }
    const args = { code: "return await echo({})" }
    await wasm.run({ guest: calling, args, limits: { chainCallMs: 20 }, handles: { dispatch } as never })
    expect(asked).toEqual([{ wallMs: 20 }])
  })
})
