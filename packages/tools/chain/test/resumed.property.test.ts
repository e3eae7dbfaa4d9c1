import type { ChainRun } from "@toolgate/core"
import { generateScripts, play, runs, type ScriptPart } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MemoryChainRuns } from "../src/runs.ts"
import { type Script, World } from "./World.ts"

const tools = ["look", "ask", "fail", "ask"]

const scriptOf =
  (part: ScriptPart): Script =>
  (call) =>
    play(part, call)

const take = async (record: MemoryChainRunsService, approval: string): Promise<ChainRun | undefined> => {
  const run = await Effect.runPromise(record.take(approval))
  return typeof run === "string" ? undefined : run
}

type MemoryChainRunsService = ReturnType<typeof MemoryChainRuns.make>

/**
 * Plays a script to its end: each approval is given, and the script continues. `kills` are the numbers of writes to the
 * record after which the gate of each round is killed.
 */
const playOut = async (world: World, script: Script, kills: ReadonlyArray<number | undefined> = []) => {
  const record = MemoryChainRuns.make()
  let resumed: ChainRun | undefined
  let approval = ""
  for (let round = 0; round < 100; round++) {
    const killedAfter = kills[round]
    const played = await world.play(script, {
      runs: record,
      ...(resumed === undefined ? {} : { resumed }),
      ...(killedAfter === undefined ? {} : { killedAfter })
    })
    if (played.how === "ended") {
      if (played.refusal?.pending === undefined) return played
      approval = played.refusal.pending.approvalId
      world.approve(approval)
    } else {
      // The gate's process has ended, and another one takes the run.
      await Effect.runPromise(record.giveBack(world.run))
      // A gate that is killed before it has recorded a question loses the script.
      if (resumed === undefined) approval = [...world.asked].at(-1) ?? ""
      world.approve(approval)
    }
    const taken = await take(record, approval)
    if (taken === undefined && resumed === undefined && played.how === "killed") return undefined
    resumed = taken
    if (resumed === undefined) throw new Error("The run is lost.")
  }
  throw new Error("The script never ends.")
}

const delays = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 8 })

describe("a script that is suspended at each question", () => {
  it("ends like one that was never suspended, if its calls are sequential", async () => {
    await fc.assert(
      fc.asyncProperty(generateScripts(tools, ["inTurn"]), delays, async (part, delays) => {
        const world = new World(delays)
        const played = await playOut(world, scriptOf(part))
        const asked = new World(delays)
        const waited = await scriptOf(part)(async (tool, args) => asked.call(tool, args))
        expect([played?.refusal, played?.result.result]).toEqual([undefined, waited])
        expect(world.did).toEqual(asked.did)
      }),
      runs(100)
    )
  })

  it("makes no call twice and loses none, even with concurrent calls and killed gates", async () => {
    await fc.assert(
      fc.asyncProperty(
        generateScripts(tools, ["inTurn", "atOnce", "first"]),
        delays,
        fc.array(fc.option(fc.nat({ max: 12 }), { nil: undefined }), { maxLength: 6 }),
        async (part, delays, kills) => {
          const world = new World(delays)
          const played = await playOut(world, scriptOf(part), kills)
          expect(new Set(world.did).size).toBe(world.did.length)
          expect(played?.refusal).toBeUndefined()
          const trace = played?.result.call_trace ?? []
          const did = trace.filter(({ executed }) => executed === "yes").map(({ index }) => index)
          expect(world.did).toEqual(expect.arrayContaining(did))
          for (const index of world.did) expect(trace[index]?.executed).not.toBe("no")
        }
      ),
      runs(100)
    )
  })
})
