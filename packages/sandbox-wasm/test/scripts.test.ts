import { awaitable, type ToolCall, type ToolExecution, toolOutput } from "@toolgate/core"
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

/** A gate that knows two tools, and what it was asked. */
const gate = () => {
  const asked: Array<ToolCall> = []
  const dispatch = (call: ToolCall) => {
    asked.push(call)
    const success = call.tool === "double"
    const args = "json" in call.args ? JSON.parse(call.args.json) : {}
    return awaitable(
      Effect.succeed({
        success,
        output: toolOutput(success ? { value: args.n * 2 } : {}),
        error: success ? undefined : { message: `There is no tool "${call.tool}".` }
      } as unknown as ToolExecution)
    )
  }
  return { asked, context: { callId: "outer", dispatch } }
}

describe("a script", () => {
  it("answers with what its function returns", async () => {
    const guest = script("export default ({ text }) => ({ words: text.split(' ').length })")
    const { output, error } = await wasm.run({ guest, args: { text: "a b c" } })
    expect([output, error]).toEqual([{ content: [], value: { words: 3 }, success: true, metadata: {} }, undefined])
  })

  it("may be TypeScript, asynchronous, and have nothing to say", async () => {
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
    ["returns a function", "export default () => () => 1", /JSON cannot carry/]
  ])("that %s fails with a sentence", async (_how, text, message) => {
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
  ])("is held to %s", async (limit, body, limits, words) => {
    const { error, enforced } = await wasm.run({ guest: script(`export default () => { ${body} }`), limits })
    expect([error?.message, enforced.endedBy]).toEqual([expect.stringContaining(words), limit])
  })

  it("finds nothing of another script", async () => {
    const leaves = script("export default () => { Object.prototype.left = 1; globalThis.left = 1; return 1 }")
    const finds = script("export default () => [typeof globalThis.left, typeof ({}).left]")
    await wasm.run({ guest: leaves })
    expect((await wasm.run({ guest: finds })).output.value).toEqual(["undefined", "undefined"])
  })
})

describe("a script that calls tools", () => {
  it("is answered with their results, each through the gate as a child of its call", async () => {
    const { asked, context } = gate()
    const guest = {
      ...script(
        `export default async (_args, { callTool }) =>
          await Promise.all([1, 2, 3].map((n) => callTool("double", { n })))`
      ),
      calls: 3
    }
    const { output, error } = await wasm.run({ guest, context })
    expect([error, output.value]).toEqual([undefined, [2, 4, 6]])
    expect(asked).toEqual(
      [1, 2, 3].map((n) => ({ id: `outer.${n}`, tool: "double", args: { json: JSON.stringify({ n }) } }))
    )
  })

  it("is told why one failed", async () => {
    const { context } = gate()
    const text =
      "export default async (_args, { callTool }) => { try { await callTool('nope', {}) } catch (e) { return String(e.message) } }"
    const { output } = await wasm.run({ guest: { ...script(text), calls: 1 }, context })
    expect(output.value).toBe('There is no tool "nope".')
  })

  it("is ended at the call that is one too many", async () => {
    const { asked, context } = gate()
    const text = "export default async (_args, { callTool }) => { for (;;) await callTool('double', { n: 1 }) }"
    const { error } = await wasm.run({ guest: { ...script(text), calls: 2 }, context })
    expect([error?.why, error?.message, asked.length]).toEqual([
      "LimitExceeded",
      'Tool "guest" made more calls of other tools than its limit of 2.',
      2
    ])
  })

  it("is ended by its wall time while it waits for one", async () => {
    const dispatch = () => awaitable(Effect.never)
    const text = "export default (_args, { callTool }) => callTool('slow', {})"
    const ran = await wasm.run({
      guest: { ...script(text), calls: 1 },
      limits: { wallMs: 200 },
      context: { dispatch }
    })
    expect([ran.error?.why, ran.enforced.endedBy]).toEqual(["TimedOut", "wallMs"])
  })
})
