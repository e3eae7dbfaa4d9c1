import { join } from "node:path"
import { verifyAuditLog } from "@toolgate/audit"
import { ChainRuns } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { chooseCount, findInTries, runUntilKilled } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { openStore, SqlChainRuns } from "../src/index.ts"
import { linesOf, openDatabaseAt } from "./openAudit.ts"
import { describeProcesses } from "./places.ts"

const kills = chooseCount(2, 100)

const program = join(import.meta.dirname, "programs/writeUntilKilled.ts")

/** Kills writers of one log, two at a time. Returns the confirmed records that are missing from the log. */
const missingAfter = async (place: string, times: number, tells: "kept" | "early") => {
  const { source } = await openDatabaseAt(place)
  const told: Array<string> = []
  let left = times
  const killer = async () => {
    while (left > 0) {
      const name = String(left--)
      const count = 1 + Math.floor(Math.random() * 800)
      told.push(...(await runUntilKilled(count, program, place, name, tells)))
    }
  }
  await Promise.all([killer(), killer()])
  const kept = new Set<string>()
  for (const { line } of await linesOf(source)) {
    const [, id] = /"tool_call_id":"([^"]*)"/.exec(line) ?? []
    if (id !== undefined) kept.add(id)
  }
  expect((await verifyAuditLog(source)).problems).toEqual([])
  expect(told.length).toBeGreaterThanOrEqual(times)
  return told.filter((id) => !kept.has(id))
}

describeProcesses("a record whose writers are killed", (newPlace) => {
  it(`has every confirmed record, in complete chains, after ${kills} times kill -9`, async () => {
    expect(await missingAfter(await newPlace(), kills, "kept")).toEqual([])
  })

  it("lacks records if the writers confirm too early, so the test would notice", async () => {
    const missing = await findInTries(async () => missingAfter(await newPlace(), 1, "early"))
    expect(missing.length).toBeGreaterThan(0)
  })
})

describeProcesses("a recorded run whose gate is killed", (newPlace) => {
  const adding = join(import.meta.dirname, "programs/addUntilKilled.ts")

  /** Kills the gate that holds a run repeatedly. Returns the confirmed entries that are missing from the run. */
  const missingFrom = async (place: string, times: number, tells: "kept" | "early") => {
    const told: Array<string> = []
    for (let n = 0; n < times; n++) {
      const count = 2 + Math.floor(Math.random() * 40)
      told.push(...(await runUntilKilled(count, adding, place, String(n), tells)))
    }
    expect(told.length).toBeGreaterThan(times)
    const runs = SqlChainRuns.layer(new SecretKey(new Uint8Array(32))).pipe(Layer.provide(openStore(place)))
    const run = await Effect.runPromise(Effect.flatMap(ChainRuns, ({ take }) => take("p")).pipe(Effect.provide(runs)))
    if (typeof run !== "object") throw new Error(`The run is ${run}.`)
    const kept = run.entries.filter((entry) => told.includes(entry))
    expect(kept).toEqual(told.filter((entry) => kept.includes(entry)))
    return told.filter((entry) => !kept.includes(entry))
  }

  it(`is taken by others with every stored entry, in order, after ${kills} times kill -9`, async () => {
    expect(await missingFrom(await newPlace(), kills, "kept")).toEqual([])
  })

  it("lacks entries if the gate confirms too early, so the test would notice", async () => {
    const missing = await findInTries(async () => missingFrom(await newPlace(), 1, "early"))
    expect(missing.length).toBeGreaterThan(0)
  })
})
