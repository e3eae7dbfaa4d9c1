import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MemoryApprovals } from "@toolgate/approval"
import { Approvals, StoreUnavailable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import type { Tool, ToolEvent, ToolExecution, Toolgate } from "../../src/index.ts"
import { openGate, policyOf, ranOf, tool } from "./openGate.ts"

/** A tool whose every call needs a person's approval, and its recorded arguments. */
const asking = (name = "write") => {
  const written: Array<unknown> = []
  const write = ({ to }: Readonly<Record<string, unknown>>) => {
    written.push(to)
    return `wrote ${to}`
  }
  return { written, write: tool(name, write, { sideEffects: "WRITE" }) }
}

const asks = `version: 1
tools: { run_script: {}, write: {}, look: {}, wait: {} }
tool_confirmation:
  per_tool: { write: prompt, run_script: auto, look: auto, wait: auto }
`

type Opened = Awaited<ReturnType<typeof openGate>>

/** Opens a gate that asks about "write", with functions that decide about the questions of its deferred scripts. */
const open = async (tools: ReadonlyArray<Tool>, more: Parameters<typeof openGate>[2] = policyOf(asks)) => {
  const opened = await openGate(tools, {}, { onAsk: "wait", ...more })
  const decide = async (execution: ToolExecution, decision: "approve" | "deny" = "approve") => {
    const id = approvalOf(execution)
    await opened.gate.approvals.decide(id, { decision })
    return ranOf(await opened.gate.resume(id))
  }
  return { ...opened, decide, start: (code: string) => opened.run(code, { defer: true }) }
}

const approvalOf = ({ pending }: ToolExecution): string => pending?.approvalId ?? "none"

/** Runs a script whose questions are answered while it waits. */
const waited = async ({ gate, run }: Opened, code: string) => {
  const approving = (async () => {
    for await (const event of gate.events())
      if (event.type === "tool.confirmation_requested")
        await gate.approvals.decide(event.approvalId, { decision: "approve" })
  })()
  const ran = await run(code)
  await gate.close()
  await approving
  return ran
}

const trace = ({ call_trace }: Pick<ReturnType<typeof ranOf>, "call_trace">) =>
  call_trace.map(({ tool, status, executed }) => [tool, status, executed])

describe("a script that does not wait for a person", () => {
  it("is suspended at each question, and continues without repeating a call", async () => {
    const { written, write } = asking()
    const reads: Array<unknown> = []
    const look = tool("look", ({ n }) => reads.push(n))
    const { start, decide } = await open([write, look])
    const first = await start(`
      const a = await tools.look({ n: 1 })
      const b = await tools.write({ to: "a" })
      await tools.look({ n: 2 })
      const c = await tools.write({ to: "b" })
      print(a.text)
      return [b.text, c.text]`)
    expect(first).toMatchObject({ status: "suspended", execution: { success: false, executed: "yes" } })
    expect(first.error).toMatch(/^The script waits at its call 2, of tool "write", for a person's approval\./)
    expect(trace(first)).toEqual([
      ["look", "ok", "yes"],
      ["write", "pending", "no"]
    ])
    expect([reads, written]).toEqual([[1], []])
    const second = await decide(first.execution)
    expect([second.status, reads, written]).toEqual(["suspended", [1, 2], ["a"]])
    expect(second.text).toContain("write ran (call 2); do not do it again.")
    const third = await decide(second.execution)
    expect([third.status, third.error, third.result]).toEqual(["ok", undefined, ["wrote a", "wrote b"]])
    expect([reads, written]).toEqual([
      [1, 2],
      ["a", "b"]
    ])
    expect(trace(third)).toEqual(["look", "write", "look", "write"].map((name) => [name, "ok", "yes"]))
  })

  it("gets the same answer like one that waited", async () => {
    const code = `
      const all = []
      for (const to of ["a", "b"]) all.push((await tools.write({ to })).text)
      print(all.length)
      return { all }`
    const told = ({ execution, ...ran }: Awaited<ReturnType<Opened["run"]>>) => ({
      ...ran,
      duration_ms: 0,
      execution: { success: execution.success, executed: execution.executed },
      call_trace: ran.call_trace.map((call) => ({ ...call, duration_ms: 0, args_digest: "" }))
    })
    const gate = await open([asking().write])
    const first = await gate.start(code)
    const second = await gate.decide(first.execution)
    const resumed = await gate.decide(second.execution)
    expect(told(resumed)).toEqual(told(await waited(await open([asking().write]), code)))
  })

  it("may wait for several approvals", async () => {
    const { written, write } = asking()
    const { gate, start, decide } = await open([write])
    const first = await start(
      'return (await Promise.all(["a", "b"].map((to) => tools.write({ to })))).map(({ text }) => text)'
    )
    const approvals = first.execution.error?.details.approvals as ReadonlyArray<string>
    expect(approvals).toHaveLength(2)
    const second = await decide(first.execution)
    expect([second.status, second.execution.pending?.approvalId, written]).toEqual(["suspended", approvals[1], ["a"]])
    const undecided = await gate.resume(String(approvals[1]))
    expect(undecided.pending?.approvalId).toBe(approvals[1])
    const third = await decide(second.execution)
    expect([third.result, written]).toEqual([
      ["wrote a", "wrote b"],
      ["a", "b"]
    ])
    expect((await gate.resume(String(approvals[0]))).error?.message).toMatch(/has already run/)
  })

  it("finishes the calls that run in parallel with the one that asks, and makes no others", async () => {
    const { written, write } = asking()
    const slow = Promise.withResolvers<string>()
    const began = Promise.withResolvers<void>()
    let count = 0
    const wait = tool("wait", () => {
      count++
      began.resolve()
      return slow.promise
    })
    const { gate, start, decide } = await open([write, wait])
    const running = start(`
      const slow = tools.wait({}).then(async ({ text }) => text + (await tools.wait({})).text)
      await tools.write({ to: "a" })
      return await slow`)
    await began.promise
    let isAnswered = false
    void running.then(() => {
      isAnswered = true
    })
    await expect.poll(() => gate.approvals.list()).toHaveLength(1)
    expect(isAnswered).toBe(false)
    slow.resolve("slow")
    const first = await running
    expect([first.status, count]).toEqual(["suspended", 1])
    const second = await decide(first.execution)
    expect([second.result, count, written]).toEqual(["slowslow", 2, ["a"]])
  })

  it("receives its answers in their original order", async () => {
    const slow = Promise.withResolvers<string>()
    const wait = tool("wait", () => slow.promise)
    const { write, written } = asking()
    const { gate, start, decide } = await open([write, wait])
    const running = start(`
      const first = await Promise.race([tools.wait({}).then(() => "waited"), tools.none({}).catch(() => "refused")])
      await tools.write({ to: first })
      return first`)
    // The script's first call is still running when the script asks.
    await expect.poll(() => gate.approvals.list()).toHaveLength(1)
    slow.resolve("slow")
    const second = await decide((await running).execution)
    expect([second.error, second.result, written]).toEqual([undefined, "refused", ["refused"]])
  })

  it("receives a person's denial of a call, and continues", async () => {
    const { write, written } = asking()
    const { start, decide } = await open([write])
    const first = await start(`
      try { await tools.write({ to: "a" }) } catch ({ status, errorClass }) { return { status, errorClass } }`)
    const second = await decide(first.execution, "deny")
    expect([second.status, second.result, written]).toEqual(["ok", { status: "denied", errorClass: "user_denied" }, []])
  })

  it("does not continue if a recorded call is now denied", async () => {
    const { write, written } = asking()
    const look = tool("look", () => "seen")
    const { gate, start, decide } = await open([write, look])
    const first = await start("await tools.look({}); await tools.write({ to: 'a' }); return 1")
    gate.addGlobalLayer({ forbiddenTools: ["look"] })
    const second = await decide(first.execution)
    expect(second.error).toMatch(
      /^The script cannot continue: its call 1, of tool "look", was made and is now denied\. Permission denied/
    )
    expect([second.status, written]).toEqual(["error", []])
    expect((await gate.resume(approvalOf(first.execution))).error?.message).toMatch(/it has ended/)
  })

  it("has the same clock and random numbers again", async () => {
    const { write, written } = asking()
    const { start, decide } = await open([write])
    const first = await start(`
      const seen = [Math.random(), Date.now(), new Date().toISOString()]
      await tools.write({ to: seen })
      return seen`)
    const second = await decide(first.execution)
    expect([second.error, written]).toEqual([undefined, [second.result]])
  })

  it.each(["resumed", "made again"])("reads the same stored values when its call is %s", async (how) => {
    const { written, write } = asking()
    const look = tool("look", () => "é".repeat(5_000))
    const { gate } = await open([write, look])
    const code = `
      const { artifact_ref } = await tools.look({})
      const before = await artifacts.read(artifact_ref, 9_990, 20)
      await tools.write({ to: before.text })
      return [before.text, (await artifacts.read(artifact_ref, 0, 4)).text]`
    const begin = async (id: string) =>
      gate.dispatch({ id, tool: "run_script", args: { code } }, { defer: { joinsEarlier: "session" } })
    const id = approvalOf(await begin("1"))
    await gate.approvals.decide(id, { decision: "approve" })
    const second = ranOf(how === "resumed" ? await gate.resume(id) : await begin("2"))
    expect([second.error, second.result, written]).toEqual([undefined, ["ééééé", "éé"], ["ééééé"]])
  })

  it("needs no second approval", async () => {
    const { written, write } = asking()
    const asksAboutAll = asks.replace("run_script: auto", "run_script: prompt")
    const { gate, decide } = await open([write], policyOf(asksAboutAll))
    const args = { code: "return (await tools.write({ to: 'a' })).text" }
    const call = { id: "asks", tool: "run_script", args, idempotencyKey: "key" }
    const asked = ranOf(await gate.dispatch(call, { defer: true }))
    expect([asked.execution.error?.message, asked.execution.executed]).toEqual([
      expect.stringMatching(/^Tool "run_script" needs a person's approval/),
      "no"
    ])
    const id = approvalOf(asked.execution)
    const edited = { code: "return (await tools.write({ to: 'b' })).text" }
    await gate.approvals.decide(id, { decision: "approve", args: edited })
    const first = ranOf(await gate.resume(id))
    expect([first.status, written]).toEqual(["suspended", []])
    const second = await decide(first.execution)
    expect([second.error, second.result, written]).toEqual([undefined, "wrote b", ["b"]])
  })

  it("continues when its call is made again, as frameworks and clients of MCP do", async () => {
    const { written, write } = asking()
    const reads: Array<unknown> = []
    const look = tool("look", ({ n }) => reads.push(n))
    const { gate } = await open([write, look])
    let count = 0
    const again = async (code: string, joinsEarlier: "session" = "session") => {
      const call = { id: `again ${count++}`, tool: "run_script", args: { code }, idempotencyKey: code }
      return ranOf(await gate.dispatch(call, { defer: { joinsEarlier } }))
    }
    const code =
      "await tools.look({ n: 1 }); return [await tools.write({ to: 'a' }), await tools.write({ to: 'b' })].map(({ text }) => text)"
    const first = await again(code)
    expect([(await again(code)).execution.pending, reads]).toEqual([first.execution.pending, [1]])
    await gate.approvals.decide(approvalOf(first.execution), { decision: "approve" })
    const other = await again(`${code} // another`)
    expect([other.status, reads, written]).toEqual(["suspended", [1, 1], []])
    const second = await again(code)
    expect([second.status, reads, written]).toEqual(["suspended", [1, 1], ["a"]])
    await gate.approvals.decide(approvalOf(second.execution), { decision: "approve" })
    const third = await again(code)
    expect([third.error, third.result, written]).toEqual([undefined, ["wrote a", "wrote b"], ["a", "b"]])
    const repeated = await again(code)
    expect([repeated.execution.replayed, repeated.result, written]).toEqual([true, third.result, ["a", "b"]])
  })

  it("continues when its call is made again, even if it began with the resumption of its own approval", async () => {
    const { written, write } = asking()
    const { gate } = await open([write], policyOf(asks.replace("run_script: auto", "run_script: prompt")))
    const args = { code: "return (await tools.write({ to: 'a' })).text" }
    const call = (id: string) => gate.dispatch({ id, tool: "run_script", args }, { defer: { joinsEarlier: "session" } })
    const own = approvalOf(await call("1"))
    await gate.approvals.decide(own, { decision: "approve" })
    const first = await gate.resume(own)
    expect((await call("2")).pending).toEqual(first.pending)
    await gate.approvals.decide(approvalOf(first), { decision: "approve" })
    expect([ranOf(await call("3")).result, written]).toEqual(["wrote a", ["a"]])
  })

  it("is not started again while it runs", async () => {
    const slow = Promise.withResolvers<string>()
    const began = Promise.withResolvers<void>()
    const { written, write } = asking()
    const wait = tool("wait", () => {
      began.resolve()
      return slow.promise
    })
    const { gate } = await open([write, wait])
    const args = { code: "await tools.write({ to: 'a' }); return (await tools.wait({})).text" }
    const call = (id: string) => gate.dispatch({ id, tool: "run_script", args }, { defer: { joinsEarlier: "session" } })
    await gate.approvals.decide(approvalOf(await call("1")), { decision: "approve" })
    const going = call("2")
    await began.promise
    const refusedOne = await call("3")
    expect([refusedOne.executed, refusedOne.error?.message]).toEqual([
      "no",
      "The script was suspended, and is running again by now. Wait for its answer."
    ])
    slow.resolve("slow")
    expect([ranOf(await going).result, written]).toEqual(["slow", ["a"]])
  })

  it("can be resumed after a call that could not begin", async () => {
    const { written, write } = asking()
    const { gate, start } = await open([write])
    const first = await start("return (await tools.write({ to: 'a' })).text")
    const id = approvalOf(first.execution)
    await gate.approvals.decide(id, { decision: "approve" })
    const aborted = await gate.resume(id, { signal: AbortSignal.abort() })
    expect([aborted.executed, aborted.error?.class]).toEqual(["unknown", "cancelled"])
    expect([ranOf(await gate.resume(id)).result, written]).toEqual(["wrote a", ["a"]])
  })

  it("can be resumed after a call that ended before the script ran again", async () => {
    const { written, write } = asking()
    const { gate, start } = await open([write])
    const first = await start("return (await tools.write({ to: 'a' })).text")
    const id = approvalOf(first.execution)
    await gate.approvals.decide(id, { decision: "approve" })
    const cancelling = new AbortController()
    const onEvent = ({ type }: ToolEvent) => type === "tool.called" && cancelling.abort()
    const ended = await gate.resume(id, { signal: cancelling.signal, onEvent })
    expect([ended.executed, ended.output.value, ended.error?.message]).toEqual([
      "unknown",
      undefined,
      "The script was suspended, and did not continue. What it has done is not undone. The call was cancelled."
    ])
    expect([ranOf(await gate.resume(id)).result, written]).toEqual(["wrote a", ["a"]])
  })

  it("reports that its completed calls stay completed, if it may not continue", async () => {
    const { written, write } = asking()
    const { gate, start, decide } = await open([write])
    const first = await start("await tools.write({ to: 'a' }); return (await tools.write({ to: 'b' })).text")
    const second = await decide(first.execution)
    gate.addGlobalLayer({ forbiddenTools: ["run_script"] })
    const third = await decide(second.execution)
    expect([third.execution.executed, third.error, written]).toEqual([
      "unknown",
      expect.stringMatching(
        /^The script was suspended, and did not continue\. What it has done is not undone\. Permission denied: Tool "run_script"/
      ),
      ["a"]
    ])
  })

  it("counts as one call, with any number of suspensions", async () => {
    const { written, write } = asking()
    const one = "quotas: { run_script: { per_session: 1 }, write: { per_session: 2 } }"
    const { run, start, decide } = await open([write], policyOf(`${asks}${one}`))
    const first = await start("for (const to of ['a', 'b']) await tools.write({ to }); return 'wrote'")
    const second = await decide(first.execution)
    const third = await decide(second.execution)
    expect([third.error, third.result, written]).toEqual([undefined, "wrote", ["a", "b"]])
    expect((await run("return 1")).error).toMatch(/as often as its quota allows/)
  })

  it("starts once for an idempotency key", async () => {
    const { written, write } = asking()
    const { gate, decide } = await open([write])
    const args = { code: "return (await tools.write({ to: 'a' })).text" }
    const begin = (id: string) =>
      gate.dispatch({ id, tool: "run_script", args, idempotencyKey: "key" }, { defer: true })
    const first = await begin("1")
    const again = await begin("2")
    expect([again.replayed, again.pending, again.executed]).toEqual([true, first.pending, "no"])
    expect((await decide(again)).result).toBe("wrote a")
    const last = await begin("3")
    expect([last.replayed, ranOf(last).result, written]).toEqual([true, "wrote a", ["a"]])
  })

  it("is resumed by one of two concurrent callers", async () => {
    const { written, write } = asking()
    const { gate, start } = await open([write])
    const first = await start("return (await tools.write({ to: 'a' })).text")
    const id = approvalOf(first.execution)
    await gate.approvals.decide(id, { decision: "approve" })
    const both = await Promise.all([gate.resume(id), gate.resume(id)])
    expect(both.map(({ success }) => success).sort()).toEqual([false, true])
    expect(both.find(({ success }) => !success)?.error?.message).toMatch(/already running/)
    expect(written).toEqual(["a"])
  })
})

/** The stores of a gate: none, which leaves its approvals in memory, and a database. */
const stores = {
  memory: () => ({}),
  "a database": () => {
    const folder = mkdtempSync(join(tmpdir(), "toolgate-store-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return { store: join(folder, "gate.sqlite") }
  }
}

/** Follows a gate's events about questions: the id of the last one, and all outcomes. */
const follow = (gate: Toolgate) => {
  const seen = { asked: [] as Array<string>, told: [] as Array<string> }
  void (async () => {
    for await (const event of gate.events()) {
      if (event.type === "tool.confirmation_requested") seen.asked.push(event.approvalId)
      if (event.type === "tool.confirmation_resolved")
        seen.told.push(`${seen.asked.indexOf(event.approvalId)} ${event.decision}`)
    }
  })()
  return seen
}

describe.each(Object.entries(stores))("a script that ends while one of its calls waits in %s", (_, store) => {
  const openStored = async (tools: ReadonlyArray<Tool>) => {
    const small = asks.replace("run_script: {}", "run_script: { limits: { memory: 16MiB } }")
    const opened = await open(tools, { ...policyOf(small), ...store() })
    return { ...opened, seen: follow(opened.gate) }
  }

  /** Expects that a question is withdrawn, and that resuming it reports that. */
  const expectWithdrawn = async ({ approvals, resume }: Toolgate, id: string) => {
    expect(await approvals.list()).toEqual([])
    const [resumed, decided] = [await resume(id), await approvals.decide(id, { decision: "approve" })]
    expect([resumed.executed, resumed.error?.message]).toEqual([
      "no",
      expect.stringMatching(/^Cannot resume the script: it has ended/)
    ])
    expect(decided).toMatchObject({ outcome: "over", ended: "withdrawn" })
  }

  it.each([
    ["returns", "return 1", "ok"],
    ["throws", "throw new Error('no')", "error"],
    ["comes to a limit", "for (const all = [];;) all.push('x'.repeat(1e5) + all.length)", "crashed"]
  ])("leaves no question open when it %s", async (_, end, status) => {
    const { write, written } = asking()
    const { gate, start, seen } = await openStored([write])
    // It counts further each time, until it is still running when the question is there.
    const run = async (count: number): ReturnType<typeof start> => {
      const ran = await start(`tools.write({ to: "a" }); for (let n = 0; n < ${count}; n++); ${end}`)
      return ran.call_trace[0]?.status === "pending" ? ran : run(count * 2)
    }
    expect((await run(100_000)).status).toBe(status)
    await expect.poll(() => seen.told).toEqual(["0 withdrawn"])
    await expectWithdrawn(gate, String(seen.asked[0]))
    expect(written).toEqual([])
  })

  it("leaves no question open when it is cancelled", async () => {
    const { write } = asking()
    const { gate, run, seen } = await openStored([write])
    const cancelling = new AbortController()
    const running = run("tools.write({ to: 'a' }); for (;;);", { defer: true, signal: cancelling.signal })
    await expect.poll(() => seen.asked).toHaveLength(1)
    cancelling.abort()
    expect((await running).status).toBe("cancelled")
    await expect.poll(() => seen.told).toEqual(["0 withdrawn"])
    await expectWithdrawn(gate, String(seen.asked[0]))
  })

  it("withdraws the open questions about its other calls when it may not continue", async () => {
    const { write, written } = asking()
    const { gate, start, seen } = await openStored([write, tool("look", () => "seen")])
    const code = "await tools.look({}); await Promise.all(['a', 'b', 'c'].map((to) => tools.write({ to })))"
    const { approvals } = (await start(code)).execution.error?.details ?? {}
    const [first = "", second = "", third = ""] = approvals as ReadonlyArray<string>
    await gate.approvals.decide(first, { decision: "approve" })
    await gate.approvals.decide(third, { decision: "approve" })
    gate.addGlobalLayer({ forbiddenTools: ["look"] })
    expect((await gate.resume(first)).error?.message).toMatch(/^The script cannot continue: its call 1/)
    await expect.poll(() => seen.told).toEqual(["0 approve", "2 approve", "1 withdrawn"])
    await expectWithdrawn(gate, second)
    for (const decided of [first, third])
      expect(await gate.approvals.decide(decided, { decision: "deny" })).toMatchObject({ ended: "approve" })
    expect(written).toEqual([])
  })
})

it.each([
  ["fails", Effect.fail(new StoreUnavailable({ message: "The store is away.", cause: undefined }))],
  ["breaks", Effect.die("The store broke.")]
])("ends a script normally if the store of approvals %s when a question is withdrawn", async (_, lost) => {
  const { write } = asking()
  const approvals = Layer.effect(
    Approvals,
    Effect.map(Approvals, (own) => ({ ...own, withdraw: () => lost }))
  ).pipe(Layer.provide(MemoryApprovals.layer()))
  const { gate, run } = await openGate([write], {}, { ...policyOf(asks), ...stores["a database"](), approvals })
  const seen = follow(gate)
  const cancelling = new AbortController()
  const running = run("tools.write({ to: 'a' }); for (;;);", { defer: true, signal: cancelling.signal })
  await expect.poll(() => seen.asked).toHaveLength(1)
  cancelling.abort()
  const { status, execution, call_trace } = await running
  expect([status, execution.error?.class, trace({ call_trace })]).toEqual([
    "cancelled",
    "cancelled",
    [["write", "pending", "no"]]
  ])
})
