import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type AuditSource, pendingCalls, readAuditLog, verifyAuditLog } from "@toolgate/audit"
import { ApprovalStore } from "@toolgate/core"
import { openKeyFile } from "@toolgate/local-secrets"
import { Database, openStore, SqlApprovalStore, SqlAuditLog } from "@toolgate/stores"
import { chooseCount, isNight } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { expect, it, onTestFinished } from "vitest"
import { describeProcesses, newFolder } from "./places.ts"

// TOOLGATE_SEED sets the moments at which processes are killed.
const kills = chooseCount(2, 100)
const seed = Number(process.env.TOOLGATE_SEED ?? Date.now() % 1_000_000)

/** Returns a function that draws whole numbers from 1 to a number, the same ones for the same seed. */
const drawing = (from: number) => {
  let state = from
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return 1 + Math.floor((state / 2 ** 32) * most)
  }
}

interface Told {
  readonly call: string
  readonly what: string
  readonly id: string
}

/** Runs the program until it ends or kills itself. Returns its output. */
const run = async (...words: ReadonlyArray<string | number>) => {
  const flags = ["--conditions=@toolgate/source", "--disable-warning=ExperimentalWarning"]
  const program = join(import.meta.dirname, "programs", "killedCalls.ts")
  const child = spawn(process.execPath, [...flags, program, ...words.map(String)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  let text = ""
  child.stdout.setEncoding("utf8").on("data", (more) => {
    text += more
  })
  const end = await new Promise((resolve) => child.once("close", (status, signal) => resolve(signal ?? status)))
  const lines = text.split("\n").slice(0, -1)
  return { end, told: lines.map((line): Told => JSON.parse(line)) }
}

/** Opens a new store beside the program. */
const openStoreAt = async (at: string) => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(SqlApprovalStore.layer, openStore(at)))
  onTestFinished(() => runtime.dispose())
  const rows = await runtime.runPromise(ApprovalStore)
  return { rows, source: SqlAuditLog.source(await runtime.runPromise(Database)) }
}

/** Returns the recorded intents by their approvals, and whether the outcome of each is recorded. */
const intentsIn = async (source: AuditSource) => {
  const intents: Array<{ approval: string; place: string }> = []
  const ended: Array<string> = []
  for await (const { segment, record } of readAuditLog(source)) {
    if (record?.kind === "tool.call.dispatched")
      intents.push({ approval: record.approval_id ?? "", place: `${segment}:${record.seq}` })
    else if (record !== undefined && "intent" in record && record.intent !== null)
      ended.push(`${record.intent.segment}:${record.intent.seq}`)
  }
  expect(new Set(ended).size).toBe(ended.length)
  return intents.map(({ approval, place }) => ({ approval, hasEnded: ended.includes(place) }))
}

describeProcesses(`deferred and waiting calls of processes that are killed (seed ${seed})`, (newPlace) => {
  it(`run at most once, and none gets stuck, after ${kills} times kill -9`, async () => {
    const [folder, place] = [newFolder(), await newPlace()]
    const effects = join(folder, "effects")
    await openKeyFile(join(folder, "store.key"))
    const words = [newFolder(), place, `file:${join(folder, "store.key")}`, effects]
    const lines = () => readFileSync(effects, "utf8").split("\n").slice(0, -1)
    const draw = drawing(seed)
    const told: Array<Told> = []
    const undisturbed = async (name: string) => {
      const { end, told: more } = await run(...words, name)
      expect(end).toBe(0)
      told.push(...more.slice(0, -1))
      return Number(more.at(-1)?.id)
    }
    // The first process also creates the tables.
    await undisturbed("first")
    const steps = await undisturbed("second")
    for (let killed = 0, started = 0; killed < kills; ) {
      const both = [0, 1].map(() => run(...words, `call ${started++}`, draw(steps), draw(60) - 1))
      for (const { end, told: more } of await Promise.all(both)) {
        expect([0, "SIGKILL"]).toContain(end)
        if (end === "SIGKILL") killed++
        told.push(...more.filter(({ what }) => what !== "steps"))
      }
      expect(lines()).toEqual([...new Set(lines())])
    }
    // Decides and resumes everything that is left.
    await undisturbed("last")
    const { rows, source } = await openStoreAt(place)
    await Effect.runPromise(rows.sweep())
    const intents = await intentsIn(source)
    const done = lines()
    const approvals = await Effect.runPromise(rows.list())
    for (const { id, state, waits } of approvals) {
      const own = intents.filter(({ approval }) => approval === id)
      const calls = new Set(told.filter((each) => each.id === id && each.call !== "").map(({ call }) => call))
      const ran = done.filter((line) => calls.has(line)).length
      const answered = told.some(({ id: about, what }) => about === id && what === "ran")
      const found = { waits, state, intents: own.length, ended: own.filter(({ hasEnded }) => hasEnded).length }
      if (state === "done") expect(found).toMatchObject({ intents: 1, ended: 1 })
      else if (state === "unknown") expect(found).toMatchObject({ intents: 1, ended: 0 })
      else expect(found).toMatchObject({ waits: true, state: "withdrawn", intents: 0 })
      expect(calls.size).toBeLessThanOrEqual(1)
      if (state === "done" && calls.size > 0) expect(ran).toBe(1)
      if (answered) expect(["done", "unknown"]).toContain(state)
    }
    expect(done.toSorted()).toEqual([...new Set(done)].toSorted())
    expect(intents.length).toBeGreaterThanOrEqual(done.length)
    expect(intents.filter(({ hasEnded }) => hasEnded).length).toBeLessThanOrEqual(done.length)
    // Everything that was reported to a caller is there.
    const ids = approvals.map(({ id }) => id)
    expect(told.filter(({ what, id }) => what === "pending" && !ids.includes(id))).toEqual([])
    expect(told.filter(({ what, call }) => what === "ran" && !done.includes(call))).toEqual([])
    expect((await verifyAuditLog(source)).problems).toEqual([])
    const pending = await pendingCalls(source)
    expect(pending.map(({ state, record }) => [state, record.approval_id]).toSorted()).toEqual(
      approvals.flatMap(({ id, state }) => (state === "unknown" ? [["unknown", id]] : [])).toSorted()
    )
    if (isNight) {
      const states = Object.groupBy(approvals, ({ state, waits }) => `${waits ? "waiting" : "deferred"} ${state}`)
      console.info(Object.fromEntries(Object.entries(states).map(([state, all]) => [state, all?.length])), { steps })
    }
  })
})
