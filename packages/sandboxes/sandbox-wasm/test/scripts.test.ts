import { makeAwaitable, type ToolCall, type ToolExecution, toolOutput } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { afterAll, describe, expect, it } from "vitest"
import { GuestFolder } from "./guests.ts"
import { OpenSandbox } from "./sandbox.ts"

const guests = new GuestFolder()
const wasm = await OpenSandbox.open()
afterAll(async () => {
  await wasm[Symbol.asyncDispose]()
  guests[Symbol.dispose]()
})

const script = (text: string, extension: "js" | "ts" = "js") => ({ script: guests.script(text, extension) })

/** Makes a gate that knows two tools and records its requests. */
const gate = () => {
  const asked: Array<ToolCall> = []
  const dispatch = (call: ToolCall) => {
    asked.push(call)
    const success = call.tool === "double"
    const args = JSON.parse(call.argsText ?? "{}")
    return makeAwaitable(
      Effect.succeed({
        success,
        output: toolOutput(success ? { value: args.n * 2 } : {}),
        error: success ? undefined : { message: `There is no tool "${call.tool}".` }
      } as unknown as ToolExecution)
    )
  }
  return { asked, id: "outer", handles: { dispatch } }
}

describe("a script", () => {
  it("answers with the result of its function", async () => {
    const guest = script("export default ({ text }) => ({ words: text.split(' ').length })")
    const { output, error } = await wasm.run({ guest, args: { text: "a b c" } })
    expect([output, error]).toEqual([{ content: [], value: { words: 3 }, success: true, metadata: {} }, undefined])
  })

  it("may be TypeScript, asynchronous, and return nothing", async () => {
    const typed = script("export default async (args: { n: number }): Promise<number> => args.n + 1", "ts")
    expect((await wasm.run({ guest: typed, args: { n: 1 } })).output.value).toBe(2)
    const silent = script("export default () => undefined")
    expect((await wasm.run({ guest: silent })).output).toEqual({ content: [], success: true, metadata: {} })
  })

  it("logs while it runs", async () => {
    const call = wasm.begin({
      guest: script("export default () => { console.log('one'); console.log('zwei é'); for (;;); }")
    })
    await call.prints(/zwei é\n/)
    call.stop()
    const { error, output } = await call.ran
    expect([error?.why, output.metadata]).toEqual(["Cancelled", { stderr: "one\nzwei é\n", stderrBytes: 12 }])
  })

  it.each([
    [
      "throws",
      "export default () => { throw new Error('no such city') }",
      /^Tool "guest" threw: Error: no such city .*\.$/
    ],
    ["is none", "export default (", /^The script of tool "guest" is not valid: /],
    ["never settles", "export default () => new Promise(() => {})", /waits for a promise/],
    ["calls itself", "export default function f() { return f() + 1 }", /used up its stack/],
    [
      "loses a promise",
      "export default () => { Promise.reject(new Error('no')); return 1 }",
      /^Tool "guest" has an unhandled promise rejection: Error: no \(line 1, column \d+\)\.$/
    ],
    [
      "nests too deeply",
      `export default () => ${"(".repeat(1e5)}1${")".repeat(1e5)}`,
      /^The script of tool "guest" is nested too deep to compile; simplify it\.$/
    ],
    ["returns a function", "export default () => () => 1", /a result that is not JSON/]
  ])("that %s fails with a message", async (_how, text, message) => {
    const { error, enforced } = await wasm.run({ guest: script(text) })
    expect([error?.why, error?.message, enforced.endedBy]).toEqual([
      "ToolFailed",
      expect.stringMatching(message),
      undefined
    ])
  })

  it.each([
    ["wallMs", "for (;;);", { wallMs: 200 }, "exceeded its wall-time limit of 200 ms."],
    ["cpuMs", "const s = 'a'.repeat(4e5); for (;;) s.indexOf('a'.repeat(2e5) + 'b')", { cpuMs: 100 }, "CPU-time"],
    [
      "memoryBytes",
      "const all = []; for (;;) all.push('x'.repeat(1e5) + all.length)",
      { memoryBytes: 2 ** 24 },
      "16 MiB"
    ],
    ["outputBytes", "return 'x'.repeat(5000)", { outputBytes: 1000 }, "1000 bytes"]
  ])("is limited to %s", async (limit, body, limits, words) => {
    const { error, enforced } = await wasm.run({ guest: script(`export default () => { ${body} }`), limits })
    expect([error?.message, enforced.endedBy]).toEqual([expect.stringContaining(words), limit])
  })

  it("sees nothing of another script", async () => {
    const leaves = script("export default () => { Object.prototype.left = 1; globalThis.left = 1; return 1 }")
    const finds = script("export default () => [typeof globalThis.left, typeof ({}).left]")
    await wasm.run({ guest: leaves })
    expect((await wasm.run({ guest: finds })).output.value).toEqual(["undefined", "undefined"])
  })
})

describe("a script in TypeScript that nests too deeply for its types to be stripped", () => {
  const deep = {
    parentheses: `export default (): number => ${"(".repeat(5e4)}1${")".repeat(5e4)}`,
    brackets: `export default () => { const x = ${"[".repeat(5e4)}1${"]".repeat(5e4)} as unknown; return x }`,
    types: `let x: ${"Array<".repeat(5e4)}1${">".repeat(5e4)}; export default () => 1`,
    signs: `export default (): boolean => ${"!".repeat(2e5)}1`
  }
  const plain = script("export default (): number => 1", "ts")

  it("reports the failure, and does not affect other scripts", async () => {
    await using one = await OpenSandbox.open({ pool: { most: 1, spares: 0 } })
    expect((await one.run({ guest: plain })).output.value).toBe(1)
    for (const [what, text] of Object.entries(deep)) {
      expect([what, (await one.run({ guest: script(text, "ts") })).error?.message]).toEqual([
        what,
        'The script of tool "guest" is nested too deep to strip its types; simplify it.'
      ])
      expect((await one.run({ guest: script("export default (): number => 1", "ts") })).output.value).toBe(1)
      expect([what, await one.admit({ guest: script(text, "ts") })]).toEqual([
        what,
        [expect.stringMatching(/it is nested too deep to strip its types/)]
      ])
    }
    expect(await one.admit({ guest: plain })).toEqual([])
  })
})

describe("a script with several exports", () => {
  const two = script("export const one = (_args, { settings }) => settings; export default () => 2")

  it("runs the named export, with the settings of its tool", async () => {
    const settings = { rules: ["a"], deep: { b: null } }
    expect((await wasm.run({ guest: { ...two, export: "one", settings } })).output.value).toEqual(settings)
    expect((await wasm.run({ guest: { ...two, export: "one" } })).output.value).toEqual({})
    expect((await wasm.run({ guest: two })).output.value).toBe(2)
  })

  it("is not admitted without the named export", async () => {
    expect(await wasm.admit({ guest: { ...two, export: "lint" } })).toEqual([
      expect.stringMatching(/cannot be run: it is not a valid script: .*does not export a function .*lint/)
    ])
    expect(await wasm.admit({ guest: { ...two, export: "one" } })).toEqual([])
  })
})

describe("a script that calls tools", () => {
  it("receives their results, each through the gate as a child of its call", async () => {
    const { asked, ...call } = gate()
    const guest = {
      ...script(
        `export default async (_args, { callTool }) =>
          await Promise.all([1, 2, 3].map((n) => callTool("double", { n })))`
      ),
      calls: 3
    }
    const { output, error } = await wasm.run({ guest, ...call })
    expect([error, output.value]).toEqual([undefined, [2, 4, 6]])
    expect(asked).toEqual([1, 2, 3].map((n) => ({ id: `outer.${n}`, tool: "double", argsText: JSON.stringify({ n }) })))
  })

  it("learns why a call failed", async () => {
    const { asked: _asked, ...call } = gate()
    const text =
      "export default async (_args, { callTool }) => { try { await callTool('nope', {}) } catch (e) { return String(e.message) } }"
    const { output } = await wasm.run({ guest: { ...script(text), calls: 1 }, ...call })
    expect(output.value).toBe('There is no tool "nope".')
  })

  it.each([
    [
      "one after the other",
      "for (const n of all) try { got.push(await callTool('double', { n })) } catch (e) { got.push(e.message) }"
    ],
    [
      "all at once",
      "for (const one of await Promise.allSettled(all.map((n) => callTool('double', { n })))) got.push(one.value ?? one.reason.message)"
    ]
  ])("continues after too many calls, whose excess is rejected: %s", async (_how, body) => {
    const { asked, ...call } = gate()
    const text = `export default async ({ all }, { callTool }) => { const got = []; ${body}; return got }`
    const all = Array.from({ length: 53 }, (_, n) => n)
    const { output, error } = await wasm.run({ guest: { ...script(text), calls: 50 }, args: { all }, ...call })
    const refused = "The call was not made: this script may make 50 calls of other tools, and has made them."
    expect([error, output.value]).toEqual([undefined, all.map((n) => (n < 50 ? n * 2 : refused))])
    expect(asked.length).toBe(50)
  })

  it("fails with the reason if it does not catch the rejection of an excess call", async () => {
    const { asked: _asked, ...call } = gate()
    const text = "export default async (_args, { callTool }) => { for (;;) await callTool('double', { n: 1 }) }"
    const { error } = await wasm.run({ guest: { ...script(text), calls: 1 }, ...call })
    expect([error?.why, error?.message]).toEqual([
      "ToolFailed",
      expect.stringContaining("this script may make 1 call of other tools, and has made it")
    ])
  })

  it("receives an error for a call that is too long, and continues", async () => {
    const { asked, ...call } = gate()
    const text = `export default async ({ size }, { callTool }) => {
      const failed = []
      for (const call of [["double", { n: 1, text: "é".repeat(size) }], ["d".repeat(size), {}]])
        await callTool(...call).catch((e) => failed.push(e.message))
      return [failed, await callTool("double", { n: 1 })]
    }`
    const guest = { ...script(text), calls: 1 }
    const { output, error } = await wasm.run({ guest, args: { size: 2 ** 20 }, limits: { outputBytes: 1000 }, ...call })
    expect([error, output.value, asked.length]).toEqual([
      undefined,
      [
        [
          "The call was not made: its arguments have 2097169 bytes of JSON; the limit is 1 MiB.",
          "The call was not made: a tool name has at most 1024 characters."
        ],
        2
      ],
      1
    ])
  })

  it("is ended by its wall time while it waits for a call", async () => {
    const dispatch = () => makeAwaitable(Effect.never)
    const text = "export default (_args, { callTool }) => callTool('slow', {})"
    const ran = await wasm.run({
      guest: { ...script(text), calls: 1 },
      limits: { wallMs: 200 },
      handles: { dispatch }
    })
    expect([ran.error?.why, ran.enforced.endedBy]).toEqual(["TimedOut", "wallMs"])
  })
})
