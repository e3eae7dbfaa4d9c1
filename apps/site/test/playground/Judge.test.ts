import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { Judge, type JudgeAnswer, type JudgeWorker, longest } from "../../src/playground/Judge.ts"
import type { PlaygroundCall } from "../../src/playground/PlaygroundCall.ts"

/** A worker that answers when the test says so. */
class FakeWorker implements JudgeWorker {
  onmessage: JudgeWorker["onmessage"] = null
  onerror: JudgeWorker["onerror"] = null
  readonly calls: Array<string> = []
  isEnded = false

  postMessage({ policy }: PlaygroundCall) {
    this.calls.push(policy)
  }

  terminate() {
    this.isEnded = true
  }

  say(data: unknown) {
    this.onmessage?.({ data })
  }
}

const call = (policy: string, argsText = "{}"): PlaygroundCall => ({
  policy,
  tool: "shell",
  argsText,
  caller: {},
  columns: 80
})

const allowed = { decision: "allow", explanation: "ALLOW" } as const

let workers: Array<FakeWorker>
let shown: Array<JudgeAnswer>
let judge: Judge

beforeEach(() => {
  vi.useFakeTimers()
  workers = []
  shown = []
  judge = new Judge(
    () => {
      const worker = new FakeWorker()
      workers.push(worker)
      return worker
    },
    (answer) => shown.push(answer)
  )
})

afterEach(() => {
  vi.useRealTimers()
})

it("judges a call when the worker is ready", () => {
  judge.judge(call("a"))
  expect(workers[0]?.calls).toEqual([])
  workers[0]?.say("ready")
  expect(workers[0]?.calls).toEqual(["a"])
  workers[0]?.say(allowed)
  expect(shown).toEqual([allowed])
})

it("judges only the last of the calls that arrive meanwhile, and shows no answer that it replaces", () => {
  judge.judge(call("a"))
  workers[0]?.say("ready")
  for (const policy of ["b", "c", "d"]) judge.judge(call(policy))
  workers[0]?.say(allowed)
  expect(workers[0]?.calls).toEqual(["a", "d"])
  expect(shown).toEqual([])
  workers[0]?.say(allowed)
  expect(shown).toEqual([allowed])
})

it("ends a worker that needs too long, says so, and starts another for the next call", () => {
  judge.judge(call("a"))
  workers[0]?.say("ready")
  vi.advanceTimersByTime(9_999)
  expect(workers[0]?.isEnded).toBe(false)
  vi.advanceTimersByTime(1)
  expect(workers[0]?.isEnded).toBe(true)
  const failure = "Judging this call took longer than 10 seconds and was stopped. Shorten the policy or the call."
  expect(shown).toEqual([{ failure }])
  judge.judge(call("b"))
  workers[1]?.say("ready")
  expect(workers[1]?.calls).toEqual(["b"])
})

it("judges the call that waits behind one that is stopped", () => {
  judge.judge(call("a"))
  workers[0]?.say("ready")
  judge.judge(call("b"))
  vi.advanceTimersByTime(10_000)
  workers[1]?.say("ready")
  expect(workers[1]?.calls).toEqual(["b"])
})

it("allows any time for loading the worker", () => {
  judge.judge(call("a"))
  vi.advanceTimersByTime(600_000)
  expect(workers[0]?.isEnded).toBe(false)
})

it("says that a worker failed, and starts another for the next call", () => {
  judge.judge(call("a"))
  workers[0]?.onerror?.({})
  expect(shown).toEqual([{ failure: "The judge stopped, or could not be loaded. Reload this page." }])
  judge.judge(call("b"))
  expect(workers).toHaveLength(2)
})

it("refuses texts that are too long without starting a worker", () => {
  judge.judge(call("x".repeat(longest.policy + 1)))
  judge.judge(call("", "x".repeat(longest.argsText + 1)))
  judge.judge({ ...call(""), tool: "x".repeat(longest.name + 1) })
  judge.judge({ ...call(""), caller: { agent: "x".repeat(longest.name + 1) } })
  expect(workers).toEqual([])
  expect(shown).toEqual([
    {
      failure:
        'The policy has 262,145 characters, and the playground judges at most 262,144. Use "toolgate policy explain" for larger ones.'
    },
    {
      failure:
        'The arguments have 65,537 characters, and the playground judges at most 65,536. Use "toolgate policy explain" for larger ones.'
    },
    {
      failure:
        'The tool\'s name has 1,025 characters, and the playground judges at most 1,024. Use "toolgate policy explain" for larger ones.'
    },
    {
      failure:
        'The name of the agent has 1,025 characters, and the playground judges at most 1,024. Use "toolgate policy explain" for larger ones.'
    }
  ])
})
