import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { Screen } from "../../src/Screen.ts"
import { RunnerConsole } from "../../src/supervise/RunnerConsole.ts"

/** Returns a console, and everything that it wrote, in order. */
const open = (isTerminal: boolean) => {
  const written: Array<string> = []
  const write = (text: string) => Effect.sync(() => void written.push(text))
  const screen: Screen["Service"] = {
    columns: isTerminal ? 80 : undefined,
    isTerminal: { stdout: isTerminal, stderr: isTerminal },
    isOne: isTerminal,
    result: write,
    notice: write,
    painted: (pieces) => write(pieces.map(({ text }) => text).join("")),

    bytes: (stream, bytes) => write(`${stream}(${Buffer.from(bytes).toString()})`)
  }
  const console = new RunnerConsole(screen)
  const pass = (stream: "stdout" | "stderr", text: string) =>
    console.pass({ agent: "a", session: "s", stream, bytes: Buffer.from(text) })
  return { console, pass, written: () => written.filter((text) => text !== "").join("") }
}

const never = new AbortController().signal

describe("the console of a runner", () => {
  it("delays our line until the runner's line ends, in a file for any time", async () => {
    const { console, pass, written } = open(false)
    await pass("stderr", "a half")
    console.say("ours\n")
    await pass("stdout", "elsewhere\n")
    await pass("stderr", " and the other\nthe next")
    console.say("more\n")
    await pass("stderr", "\n")
    await console.end()
    expect(written()).toBe("stderr(a half)stdout(elsewhere\n)stderr( and the other\nthe next)stderr(\n)ours\nmore\n")
  })

  it("ends the runner's unfinished line", async () => {
    const { console, pass, written } = open(false)
    await pass("stderr", "open")
    console.say("ours\n")
    await console.end()
    expect(written()).toBe("stderr(open)\nours\n")
  })

  it("delays everything while a question is open, and begins a new line after a withdrawn one", async () => {
    const { console, pass, written } = open(true)
    const question = Promise.withResolvers<void>()
    const over = new AbortController()
    console.say("before\n")
    const asked = console.ask(() => question.promise, over.signal)
    await new Promise(setImmediate)
    console.say("ours\n")
    const passed = pass("stdout", "the runner's\n")
    await new Promise(setImmediate)
    expect(written()).toBe("before\n")
    over.abort()
    question.resolve()
    await Promise.all([asked, passed])
    await console.end()
    expect(written()).toBe("before\n\nours\nthe runner's\n")
  })

  it("asks one question after another, even after a failed one", async () => {
    const { console } = open(true)
    const order: Array<string> = []
    const first = console.ask(async () => {
      order.push("first begins")
      await new Promise(setImmediate)
      order.push("first ends")
      throw new Error("broken")
    }, never)
    const second = console.ask(async () => order.push("second"), never)
    await expect(first).rejects.toThrow("broken")
    await second
    expect(order).toEqual(["first begins", "first ends", "second"])
  })

  it("keeps at most a thousand unprinted lines, and reports how many it dropped", async () => {
    const { console, written } = open(true)
    const question = Promise.withResolvers<void>()
    const asked = console.ask(() => question.promise, never)
    for (let n = 0; n < 5000; n++) console.say(`line ${n}\n`)
    question.resolve()
    await asked
    await console.end()
    expect(written().split("\n")).toHaveLength(1002)
    expect(written()).toMatch(/line 999\ntoolgate: 4000 more lines are left out here\.\n$/)
  })
})
