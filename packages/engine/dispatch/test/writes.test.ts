import { defineTool } from "@toolgate/core"
import Type from "typebox"
import { describe, expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"

const setUp = () => {
  const log: Array<string> = []
  let running = 0
  let most = 0
  // Reads a number, waits for a turn of the event loop, and writes the number plus one. A race would lose increments.
  const increment = defineTool({
    name: "increment",
    description: "For a test.",
    parameters: Type.Object({ path: Type.String() }),
    sideEffects: "WRITE",
    callers: ["direct", "chain"],
    resources: [{ kind: "file", arg: "/path", mode: "rw", within: "workspace" }],
    execute: async ({ path }, { files, callId }) => {
      most = Math.max(most, ++running)
      log.push(callId)
      const before = (await files.exists(path)) ? Number(await files.read(path)) : 0
      await new Promise((resolve) => setImmediate(resolve))
      await files.write(path, String(before + 1))
      running--
      return before + 1
    }
  })
  const parentWriting = (child: string) =>
    defineTool({
      name: `holds_and_writes_${child}`,
      description: "For a test.",
      parameters: Type.Object({ path: Type.String() }),
      sideEffects: "WRITE",
      resources: [{ kind: "file", arg: "/path", mode: "rw", within: "workspace" }],
      execute: async (_args, { dispatch, callId }) => {
        await new Promise((resolve) => setImmediate(resolve))
        const execution = await dispatch(call(`${callId}.child`, "increment", { path: child }))
        return execution.error?.message ?? "wrote"
      }
    })
  return { increment, parentWriting, log, most: () => most }
}

describe("calls that write one file", () => {
  it("run one after the other, under any path of the file", async () => {
    const { increment, most, log } = setUp()
    const gate = await openGate({ tools: [increment] })
    const paths = ["n", "./n", "././n", `${gate.workspace}/n`]
    const calls = Array.from({ length: 40 }, (_, at) => call(String(at), "increment", { path: paths[at % 4] }))
    await gate.runtime.runPromise(gate.engine.dispatchAll(calls, gate.context()))
    const last = await gate.dispatch(call("last", "increment", { path: "n" }))
    expect(last.output.value).toBe(41)
    expect(most()).toBe(1)
    expect(log.slice(0, 40)).toEqual(calls.map(({ id }) => id))
  })

  it("do so across sessions", async () => {
    const { increment, most } = setUp()
    const gate = await openGate({ tools: [increment] })
    await Promise.all(
      ["s1", "s2", "s3"].map((session) => gate.dispatch(call("1", "increment", { path: "n" }), { session }))
    )
    expect((await gate.dispatch(call("1", "increment", { path: "n" }))).output.value).toBe(4)
    expect(most()).toBe(1)
  })

  it("do not delay calls that write other files", async () => {
    const { increment, most } = setUp()
    const gate = await openGate({ tools: [increment] })
    const calls = ["a", "b", "c"].map((path) => call(path, "increment", { path }))
    await gate.runtime.runPromise(gate.engine.dispatchAll(calls, gate.context()))
    expect(most()).toBe(3)
  })

  it("pass the file on if a waiting call is cancelled", async () => {
    const { increment } = setUp()
    const gate = await openGate({ tools: [increment] })
    const abort = new AbortController()
    const answers = [
      gate.dispatch(call("1", "increment", { path: "n" })),
      gate.dispatch(call("2", "increment", { path: "n" }), {}, abort.signal),
      gate.dispatch(call("3", "increment", { path: "n" }))
    ]
    abort.abort()
    expect((await Promise.all(answers)).map(({ executed, output }) => [executed, output.value])).toEqual([
      ["yes", 1],
      ["no", undefined],
      ["yes", 2]
    ])
  })

  it("may be parent and child: the child writes files that its parent locked", async () => {
    const { increment, parentWriting } = setUp()
    const gate = await openGate({ tools: [increment, parentWriting("x")] })
    expect((await gate.dispatch(call("1", "holds_and_writes_x", { path: "x" }))).output.content).toEqual([
      { type: "text", text: "wrote" }
    ])
  })

  it("never deadlock: a child of a writer is refused a file that another call writes", async () => {
    const { increment, parentWriting } = setUp()
    const gate = await openGate({ tools: [increment, parentWriting("x"), parentWriting("y")] })
    const answers = await Promise.all([
      gate.dispatch(call("1", "holds_and_writes_y", { path: "x" })),
      gate.dispatch(call("2", "holds_and_writes_x", { path: "y" }))
    ])
    const texts = answers.map(({ output }) => (output.content[0]?.type === "text" ? output.content[0].text : ""))
    expect(texts.every((text) => text === "wrote" || text.includes("Another call is writing this file"))).toBe(true)
    expect(texts).toContainEqual(expect.stringContaining("Another call is writing this file"))
  })
})
