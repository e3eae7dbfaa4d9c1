import { describe, expect, it } from "vitest"
import { answering, answerOf, runBody } from "./running.ts"

const doubling = (next?: (waiting: ReadonlyArray<number>) => number) =>
  answering((tool, args) => ({ value: JSON.stringify({ tool, args }) }), next)

describe("callTool", () => {
  it("sends JSON and answers with JSON", () => {
    const calls = doubling()
    expect(answerOf(runBody(`return await tools.callTool("read", { path: "a", u: undefined })`, { calls }))).toEqual({
      tool: "read",
      args: { path: "a" }
    })
    expect(calls.sent).toEqual([["read", { path: "a" }]])
  })

  it("sends an empty object if no arguments are given", () => {
    const calls = doubling()
    runBody(`await tools.callTool("now")`, { calls })
    expect(calls.sent).toEqual([["now", {}]])
  })

  it("has several open calls, answered in any order", () => {
    const body = `const order = []
      await Promise.all([1, 2, 3].map((n) => tools.callTool("t", { n }).then(({ args }) => order.push(args.n))))
      return order`
    expect(answerOf(runBody(body, { calls: doubling((waiting) => waiting.length - 1) }))).toEqual([3, 2, 1])
  })

  it("rejects with an ordinary error of the script's own world", () => {
    const calls = answering(() => ({ error: "Permission denied." }))
    const caught = `try { await tools.callTool("t") } catch (e) { return [e instanceof Error, e.constructor === Error, e.message] }`
    expect(answerOf(runBody(caught, { calls }))).toEqual([true, true, "Permission denied."])
    expect(runBody(`await tools.callTool("t")`, { calls: answering(() => ({ error: "no" })) })).toMatchObject({
      kind: "threw",
      message: expect.stringContaining("Error: no")
    })
  })

  it("sends only JSON, and only to a name that is a text", () => {
    const calls = doubling()
    const body = `const failed = []
      for (const [name, args] of [["t", { f() {} }], ["t", { n: [NaN] }], ["t", () => 1], [{ toString: () => "t" }, {}], [undefined]])
        await tools.callTool(name, args).catch((e) => failed.push(e.message))
      return failed`
    expect(answerOf(runBody(body, { calls }))).toEqual([
      "A call takes JSON: arguments.f is a function",
      "A call takes JSON: arguments.n[0] is NaN",
      "A call takes JSON: arguments is a function",
      "the first argument of callTool is the name of a tool",
      "the first argument of callTool is the name of a tool"
    ])
    expect(calls.sent).toEqual([])
  })

  it("does not exist if the script may make no calls", () => {
    expect(answerOf(runBody("return [typeof tools.callTool, typeof callTool]"))).toEqual(["undefined", "undefined"])
  })

  it("works even if the script has replaced the built-ins", () => {
    const body = `Promise = function () { throw 1 }; JSON.stringify = JSON.parse = () => 7; Error = null
      Object.defineProperty(Object.prototype, "resolve", { get() { throw 2 }, set() { throw 3 } })
      return await tools.callTool("t", { a: [1] })`
    expect(answerOf(runBody(body, { calls: doubling() }))).toEqual({ tool: "t", args: { a: [1] } })
  })

  it("waits for an answer only while the script needs one", () => {
    const calls = answering(() => {
      throw new Error("asked for an answer")
    })
    expect(answerOf(runBody(`tools.callTool("t"); return 1`, { calls }))).toBe(1)
  })

  it("ignores an answer to a call that was not made", () => {
    const calls = answering(() => ({ value: "1" }))
    let first = true
    const stray = () => {
      if (!first) return calls.answer()
      first = false
      return { call: 99, value: '"stray"' }
    }
    const twice = `return await Promise.all([tools.callTool("t"), tools.callTool("t")]).then(() => 2)`
    expect(runBody(twice, { calls: { send: calls.send, answer: stray } })).toEqual({
      kind: "value",
      json: "2"
    })
  })

  it("rethrows an exception of the host while it sends or waits", () => {
    const broken = () => {
      throw new Error("the channel is closed")
    }
    expect(() => runBody(`await tools.callTool("t")`, { calls: { send: broken, answer: broken } })).toThrow(
      "the channel"
    )
    expect(() => runBody(`await tools.callTool("t")`, { calls: { send: () => 0, answer: broken } })).toThrow(
      "the channel"
    )
    expect(() => runBody(`console.log(1)`, { log: broken })).toThrow("the channel")
  })
})
