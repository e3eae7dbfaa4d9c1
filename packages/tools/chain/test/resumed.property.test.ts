import { MemoryChainRuns } from "@toolgate/approval"
import type { ChainRun } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Script, World } from "./World.ts"

/** A part of a script: a call, or parts in turn, all at once, or until the first of them is done. */
type Part =
  | { readonly kind: "call"; readonly tool: string }
  | { readonly kind: "inTurn" | "atOnce" | "first"; readonly parts: ReadonlyArray<Part> }

const call = fc.record({ kind: fc.constant("call" as const), tool: fc.constantFrom("look", "ask", "fail", "ask") })

const partsOf = (kinds: ReadonlyArray<"inTurn" | "atOnce" | "first">) =>
  fc.letrec<{ part: Part; group: Part }>((tie) => ({
    part: fc.oneof({ maxDepth: 2 }, call, tie("group")),
    group: fc.record({
      kind: fc.constantFrom(...kinds),
      parts: fc.array(tie("part"), { minLength: 1, maxLength: 4 })
    })
  })).group

/** A script that does the parts. Each of its calls depends on all answers that it has by then. */
const scriptOf =
  (part: Part): Script =>
  async (call) => {
    const heard: Array<string> = []
    const run = async (one: Part): Promise<void> => {
      if (one.kind === "call") {
        const answer = await call(one.tool, { heard: heard.join(" ").length, last: heard.at(-1) ?? "" }).catch(
          ({ message }: Error) => `threw ${message}`
        )
        heard.push(answer.slice(0, 100))
      } else if (one.kind === "inTurn") for (const each of one.parts) await run(each)
      else if (one.kind === "first") await Promise.race(one.parts.map(run))
      else await Promise.all(one.parts.map(run))
    }
    await run(part)
    return heard
  }

const take = async (runs: MemoryChainRunsService, approval: string): Promise<ChainRun | undefined> => {
  const run = await Effect.runPromise(runs.take(approval))
  return typeof run === "string" ? undefined : run
}

type MemoryChainRunsService = ReturnType<typeof MemoryChainRuns.make>

/**
 * Plays a script to its end: each approval is given, and the script goes on with it. The gates are killed after these numbers of
 * writes to the record, each by itself.
 */
const playOut = async (world: World, script: Script, kills: ReadonlyArray<number | undefined> = []) => {
  const runs = MemoryChainRuns.make()
  let resumed: ChainRun | undefined
  let approval = ""
  for (let round = 0; round < 100; round++) {
    const killedAfter = kills[round]
    const played = await world.play(script, {
      runs,
      ...(resumed === undefined ? {} : { resumed }),
      ...(killedAfter === undefined ? {} : { killedAfter })
    })
    if (played.how === "ended") {
      if (played.refusal?.pending === undefined) return played
      approval = played.refusal.pending.approvalId
      world.approve(approval)
    } else if (resumed === undefined) return undefined
    // The process of the gate is gone, and another one takes the run.
    else await Effect.runPromise(runs.giveBack(resumed.id))
    resumed = await take(runs, approval)
    if (resumed === undefined) throw new Error("The run is lost.")
  }
  throw new Error("The script never ends.")
}

const delays = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 8 })

describe("a script that is suspended at each question", () => {
  it("ends as one that was never suspended, if its calls are made in turn", async () => {
    await fc.assert(
      fc.asyncProperty(partsOf(["inTurn"]), delays, async (part, delays) => {
        const world = new World(delays)
        const played = await playOut(world, scriptOf(part))
        const asked = new World(delays)
        const waited = await scriptOf(part)(async (tool, args) => asked.call(tool, args))
        expect([played?.refusal, played?.result.result]).toEqual([undefined, waited])
        expect(world.did).toEqual(asked.did)
      })
    )
  })

  it("makes no call twice and loses none, whatever it does at once, and wherever the gates are killed", async () => {
    await fc.assert(
      fc.asyncProperty(
        partsOf(["inTurn", "atOnce", "first"]),
        delays,
        fc.array(fc.option(fc.nat({ max: 12 }), { nil: undefined }), { maxLength: 6 }),
        async (part, delays, kills) => {
          const world = new World(delays)
          const played = await playOut(world, scriptOf(part), [undefined, ...kills])
          expect(new Set(world.did).size).toBe(world.did.length)
          expect(played?.refusal).toBeUndefined()
          const trace = played?.result.call_trace ?? []
          const did = trace.filter(({ executed }) => executed === "yes").map(({ index }) => index)
          expect(world.did).toEqual(expect.arrayContaining(did))
          for (const index of world.did) expect(trace[index]?.executed).not.toBe("no")
        }
      )
    )
  })
})
