import { spawn } from "node:child_process"
import { verifyAuditLog } from "@toolgate/audit"
import { expect, it } from "vitest"
import { linesOf, openDatabaseAt } from "./openAudit.ts"
import { describeEach } from "./places.ts"
import { wordsFor } from "./runProgram.ts"

// TOOLGATE_KILLS sets how many writers are killed, for a long run.
const kills = Number(process.env.TOOLGATE_KILLS ?? 4)

/** Returns the records of which a writer told until it was killed, which happens after `count` of them. */
const toldUntilKilled = async (count: number, ...words: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, wordsFor("writeUntilKilled.ts", ...words), {
    stdio: ["ignore", "pipe", "inherit"]
  })
  let printed = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text
    if (printed.split("\n").length > count) child.kill("SIGKILL")
  })
  expect(await new Promise((resolve) => child.on("close", (_code, signal) => resolve(signal)))).toBe("SIGKILL")
  return printed.split("\n").slice(0, -1)
}

/** Kills writers of one log, two at a time. Returns the records of which they told and that the log does not have. */
const missingAfter = async (place: string, times: number, tells: "kept" | "early") => {
  const { source } = await openDatabaseAt(place)
  const told: Array<string> = []
  let left = times
  const killer = async () => {
    while (left > 0) {
      const name = String(left--)
      told.push(...(await toldUntilKilled(1 + Math.floor(Math.random() * 800), place, name, tells)))
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
