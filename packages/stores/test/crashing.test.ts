import { join } from "node:path"
import { verifyAuditLog } from "@toolgate/audit"
import { linesUntilKilled } from "@toolgate/testing"
import { expect, it } from "vitest"
import { linesOf, openDatabaseAt } from "./openAudit.ts"
import { describeEach } from "./places.ts"

// TOOLGATE_KILLS sets how many writers are killed, for a long run.
const kills = Number(process.env.TOOLGATE_KILLS ?? 4)

const program = join(import.meta.dirname, "programs/writeUntilKilled.ts")

/** Kills writers of one log, two at a time. Returns the records of which they told and that the log does not have. */
const missingAfter = async (place: string, times: number, tells: "kept" | "early") => {
  const { source } = await openDatabaseAt(place)
  const told: Array<string> = []
  let left = times
  const killer = async () => {
    while (left > 0) {
      const name = String(left--)
      const count = 1 + Math.floor(Math.random() * 800)
      told.push(...(await linesUntilKilled(count, program, place, name, tells)))
    }
  }
  await Promise.all([killer(), killer()])
  const kept = new Set<string>()
  for (const { line } of await linesOf(source)) {
    const [, id] = /"tool_call_id":"([^"]*)"/.exec(line) ?? []
    if (id !== undefined) kept.add(id)
  }
  expect((await verifyAuditLog(source)).problems).toEqual([])
  expect(told.length).toBeGreaterThan(times)
  return told.filter((id) => !kept.has(id))
}

describeEach("a record whose writers are killed", (newPlace) => {
  it(`has everything of which they told, in whole chains, after ${kills} times kill -9`, async () => {
    expect(await missingAfter(await newPlace(), kills, "kept")).toEqual([])
  })

  it("lacks something where they tell too early, so the test would see it", async () => {
    expect((await missingAfter(await newPlace(), 2, "early")).length).toBeGreaterThan(0)
  })
})
