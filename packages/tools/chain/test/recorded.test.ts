import { type ChainRun, type Refused, refused, StoreUnavailable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { MemoryChainRuns } from "../src/runs.ts"
import { type Play, type Script, World } from "./World.ts"

/**
 * Plays a script until it is suspended, approves the first question that it waits for, and acts as another gate with
 * the run.
 */
const suspended = async (script: Script) => {
  const world = new World()
  const runs = MemoryChainRuns.make()
  const first = await world.play(script, { runs })
  if (first.how === "killed") throw new Error("The gate was not to be killed.")
  const approval = first.refusal?.pending?.approvalId ?? ""
  world.approve(approval)
  const take = async () => (await Effect.runPromise(runs.take(approval))) as ChainRun
  const resume = async (again: Script, more: Partial<Play> = {}) => {
    const resumed = await take()
    const played = await world.play(again, { runs, resumed, ...more })
    if (played.how === "killed") await Effect.runPromise(runs.giveBack(resumed.id))
    return played.how === "killed" ? undefined : played
  }
  return { world, runs, first, resume }
}

const lookAndAsk: Script = async (call) => {
  const seen = await call("look", 1)
  return [seen, await call("ask", 2)]
}

describe("a continued run", () => {
  it("waits for all of the script's concurrent questions", async () => {
    const { first } = await suspended((call) => Promise.all([1, 2, 3].map((n) => call("ask", n))))
    expect(first.refusal?.details.approvals).toEqual(["approval 0", "approval 1", "approval 2"])
  })

  it("ends with a message in a gate with another script engine", async () => {
    const { world, resume } = await suspended(lookAndAsk)
    const again = await resume(lookAndAsk, { engine: "engine 2" })
    expect(again?.refusal?.message).toBe(
      "The script cannot continue: it was recorded with engine 1, and this gate has engine 2. What it has done is not undone; make a new call for the rest."
    )
    expect(world.did).toEqual([0])
  })

  it("leaves its questions open if another gate has taken it", async () => {
    const { world, runs, resume } = await suspended(lookAndAsk)
    const end = () => Effect.fail(new StoreUnavailable({ message: "It is not held.", cause: undefined }))
    await resume(lookAndAsk, { engine: "engine 2", runs: { ...runs, end } })
    expect(world.withdrawn).toEqual([])
  })

  it.each<[string, Script, RegExp]>([
    ["calls another tool", async (call) => [await call("fail", 1)], /its call 1 is a different one than before/],
    [
      "calls with other arguments",
      async (call) => [await call("look", 2)],
      /its call 1 is a different one than before/
    ],
    ["does not call", async () => new Promise<never>(() => {}), /it does not make its call 1 any more/]
  ])("ends with a message if its script %s", async (_, other, why) => {
    const { world, resume } = await suspended(lookAndAsk)
    const again = await resume(other)
    expect(again?.refusal?.message).toMatch(why)
    expect(again?.result.call_trace.map(({ tool, status }) => [tool, status])).toEqual([
      ["look", "ok"],
      ["ask", "pending"]
    ])
    expect([world.did, world.withdrawn]).toEqual([[0], ["approval 1"]])
  })

  it("has all completed calls in its trace, if an earlier call is now denied", async () => {
    const { resume } = await suspended(async (call) => {
      await call("look", 1)
      await call("fail", 2).catch(() => {})
      return call("ask", 3)
    })
    const denied = () => refused("PolicyDenied", "Not any more.")
    const again = await resume(async (call) => call("look", 1), { denied })
    expect(again?.refusal?.message).toMatch(
      /^The script cannot continue: its call 1, of tool "look", was made and is now denied\. Not any more\./
    )
    expect(again?.result.call_trace.map(({ tool, executed }) => [tool, executed])).toEqual([
      ["look", "yes"],
      ["fail", "yes"],
      ["ask", "no"]
    ])
  })

  it("waits unchanged in a gate without a tool that it has called", async () => {
    const { world, resume } = await suspended(lookAndAsk)
    const again = await resume(lookAndAsk, { denied: () => refused("ToolNotFound", 'Tool "look" not found.') })
    expect(again?.refusal).toMatchObject({
      why: "ToolFailed",
      message:
        'The script cannot continue here: its call 1 was made. Tool "look" not found. It waits as before, and can be resumed where the tool is.'
    })
    expect(world.withdrawn).toEqual([])
    expect((await resume(lookAndAsk))?.refusal).toBeUndefined()
    expect(world.did).toEqual([0, 1])
  })

  it.each([
    ["ToolQuarantined", "once a person has approved the tool"],
    ["StoreUnavailable", "once the store can be used"],
    ["InternalError", "once the error is fixed"]
  ] as const)("waits as before if a call that it has made is refused as %s for now", async (why, until) => {
    const { world, resume } = await suspended(lookAndAsk)
    const again = await resume(lookAndAsk, { denied: () => refused(why, "Not now.") })
    expect(again?.refusal?.message).toBe(
      `The script cannot continue here: its call 1 was made. Not now. It waits as before, and can be resumed ${until}.`
    )
    expect((await resume(lookAndAsk))?.refusal).toBeUndefined()
    expect(world.did).toEqual([0, 1])
  })

  it("makes none of the waiting calls in a gate that cannot make one of them", async () => {
    const script: Script = (call) => Promise.all([call("ask", 1), call("ask", 2)])
    const { world, resume } = await suspended(script)
    world.approve("approval 1")
    const denied = async ({ id }: { id: string }) => {
      if (id !== "c.2") return undefined
      // The other call was judged long ago.
      for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate)
      return refused("ToolNotFound", "Not here.")
    }
    const again = await resume(script, { denied })
    expect(again?.refusal?.message).toMatch(
      /^The script cannot continue here: its call 2 waits for an approval\. Not here/
    )
    expect(world.did).toEqual([])
    expect((await resume(script))?.result.result).toEqual(["ask 1", "ask 2"])
    expect(world.did).toEqual([0, 1])
  })

  it("gets its answers in order, however long each call is judged", async () => {
    const script: Script = async (call) => {
      const first = await Promise.race([call("look", 1), call("look", 2)])
      return call("ask", first)
    }
    const { resume } = await suspended(script)
    const denied = async ({ id }: { id: string }) => {
      for (let turns = 0; id === "c.1" && turns < 30; turns++) await new Promise(setImmediate)
      return undefined
    }
    expect((await resume(script, { denied }))?.result).toMatchObject({ status: "ok", result: 'ask "look 1"' })
  })

  it("receives the outcome of a waiting call if the policy now denies it", async () => {
    const script: Script = (call) => call("ask", 1)
    const { world, resume } = await suspended(script)
    const again = await resume(script, { denied: () => refused("PolicyDenied", "Not any more.") })
    expect([again?.refusal, world.did]).toEqual([undefined, [0]])
  })

  it("is over if its call is cancelled during the suspension", async () => {
    const world = new World()
    const runs = MemoryChainRuns.make()
    const cancelling = Promise.withResolvers<Refused>()
    const heard = Promise.withResolvers<void>()
    const suspend: typeof runs.suspend = (id, awaited) =>
      Effect.andThen(
        runs.suspend(id, awaited),
        Effect.promise(() => {
          cancelling.resolve(refused("Cancelled", "Cancelled."))
          return heard.promise
        })
      )
    const playing = world.play(lookAndAsk, { runs: { ...runs, suspend }, cancelled: cancelling.promise })
    await cancelling.promise
    // The call has been stopped by then.
    await new Promise(setImmediate)
    heard.resolve()
    expect(await playing).toMatchObject({ refusal: { why: "Cancelled" }, result: { status: "cancelled" } })
    expect(await Effect.runPromise(runs.take("approval 1"))).toBeUndefined()
    expect(world.withdrawn).toEqual(["approval 1"])
  })

  it("learns that a call may have happened if the gate was killed before it knew", async () => {
    const script: Script = async (call) => {
      await call("ask", 1)
      return call("look", 2).catch(({ message }: Error) => `look: ${message}`)
    }
    const { world, resume } = await suspended(script)
    // The intent and the outcome of the first call, and the intent of the second, are on record.
    expect(await resume(script, { killedAfter: 3 })).toBeUndefined()
    expect(world.did).toEqual([0, 1])
    const again = await resume(script)
    expect([again?.refusal, again?.result.result]).toEqual([undefined, "look: unknown"])
    expect(again?.result.call_trace.map(({ executed }) => executed)).toEqual(["yes", "unknown"])
    expect(world.did).toEqual([0, 1])
  })

  it("learns that a call may have happened with its approval", async () => {
    const script: Script = (call) => call("ask", 1).catch(({ message }: Error) => `ask: ${message}`)
    const { world, resume } = await suspended(script)
    expect(await resume(script, { killedAfter: 1 })).toBeUndefined()
    expect(world.did).toEqual([0])
    const again = await resume(script)
    expect([again?.result.result, again?.result.call_trace[0]?.executed]).toEqual(["ask: unknown", "unknown"])
    expect(world.did).toEqual([0])
  })
})
