import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type AuditLine, type AuditSource, folderSource, readAuditLog, verifyAuditLog } from "@toolgate/audit"
import { Database, openStore, SqlAuditLog } from "@toolgate/stores"
import { chooseCount, findInTries, runUntilKilled } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { afterEach, expect, it, onTestFinished, vi } from "vitest"
import { createToolgate } from "../src/index.ts"

afterEach(() => vi.unstubAllEnvs())

const kills = chooseCount(1, 100)

const program = join(import.meta.dirname, "programs/answering.ts")

const newFolder = (): string => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-answers-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const lastIn = async (source: AuditSource) => {
  let last: AuditLine["record"]
  for await (const { record } of readAuditLog(source)) last = record
  return last
}

/** Kills gates that share a log. Returns the answered calls whose answer is missing from the log. */
const missingAfterKills = async (answers: "recorded" | "at once", kills: number) => {
  const path = newFolder()
  const [workspace, folder] = [join(path, "work"), join(path, "log")]
  mkdirSync(workspace)
  const answered: Array<string> = []
  for (let name = 0; name < kills; name++) {
    const count = 1 + Math.floor(Math.random() * 300)
    answered.push(...(await runUntilKilled(count, program, workspace, folder, `${name}`, answers)))
  }
  expect(answered.length).toBeGreaterThanOrEqual(kills)
  const kept = new Set<string>()
  for await (const { record } of readAuditLog(folderSource(folder)))
    if (record !== undefined && "tool_call_id" in record && record.kind !== "tool.call.dispatched")
      kept.add(record.tool_call_id)
  expect((await verifyAuditLog(folderSource(folder))).problems).toEqual([])
  return answered.filter((id) => !kept.has(id))
}

it(`has every answer on record with answers: "recorded", after ${kills} times kill -9`, async () => {
  expect(await missingAfterKills("recorded", kills)).toEqual([])
})

it("a store accepts the same option, and a record beside it has a separate one", async () => {
  const path = newFolder()
  const [workspace, store] = [join(path, "work"), { at: join(path, "store.sqlite"), answers: "recorded" as const }]
  vi.stubEnv("XDG_STATE_HOME", path)
  mkdirSync(workspace)
  const options = { workspace, policy: "host", tools: [] } as const
  const gate = await createToolgate({ ...options, store })
  onTestFinished(() => gate.close())
  for (let id = 0; id < 5; id++) {
    await gate.dispatch({ id: `${id}`, tool: "nowhere", args: {} })
    const reading = Effect.gen(function* () {
      const source = SqlAuditLog.source(yield* Database)
      return yield* Effect.promise(() => lastIn(source))
    })
    const last = await Effect.runPromise(Effect.provide(reading, openStore(store.at)))
    expect(last).toMatchObject({ kind: "tool.call.denied", tool_call_id: `${id}` })
  }
  const both = createToolgate({ ...options, store, audit: { folder: join(path, "log") } })
  await expect(both).rejects.toThrow(
    '"store.answers" has no effect because "audit" is set. Use "audit.answers" instead.'
  )
})

it("refuses a key of the record that calls could read", async () => {
  const workspace = newFolder()
  const audit = { folder: newFolder(), key: `file:${join(workspace, "a.key")}` }
  await expect(createToolgate({ workspace, policy: "host", tools: [], audit })).rejects.toThrow("could read its key")
})

it("would notice missing answers", async () => {
  expect((await findInTries(() => missingAfterKills("at once", 1))).length).toBeGreaterThan(0)
})
