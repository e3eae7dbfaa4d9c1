import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { pendingCalls, verifyAuditLog } from "@toolgate/audit"
import { ApprovalStore } from "@toolgate/core"
import { chooseCount, runUntilKilled } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { expect, it, onTestFinished } from "vitest"
import { openStore, SqlApprovalStore } from "../src/index.ts"
import { addLine, keyedCall, keyedPermit } from "./keyedCalls.ts"
import { openDatabaseAt, openSqlLog } from "./openAudit.ts"
import { describeProcesses, newFolder } from "./places.ts"
import { wordsFor } from "./runProgram.ts"

const kills = chooseCount(1, 100)

const linesIn = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [])

/** Starts a process that takes lines and answers each with one. */
const startRacer = (...words: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, wordsFor("raceForKeys.ts", ...words), { stdio: ["pipe", "pipe", "inherit"] })
  onTestFinished(() => void child.kill("SIGKILL"))
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    next: async () => (await answers.next()).value as string,
    send: (key: string) => child.stdin.write(`${key}\n`),
    end: () => child.stdin.end()
  }
}

type Racers = ReadonlyArray<ReturnType<typeof startRacer>>

/** Makes calls with one key from three processes at once, for each of some keys. Returns what was answered and done. */
const race = async (racers: Racers, effects: string, keys: ReadonlyArray<string>) => {
  const before = linesIn(effects).length
  const rounds: Array<ReadonlyArray<{ ran: boolean; text: string | undefined }>> = []
  for (const key of keys) {
    for (const { send } of racers) send(key)
    rounds.push((await Promise.all(racers.map(({ next }) => next()))).map((answer) => JSON.parse(answer)))
    if (linesIn(effects).length - before > rounds.length) break
  }
  return { rounds, done: linesIn(effects).slice(before) }
}

describeProcesses("a key that three processes use at once", (newPlace) => {
  const keys = Array.from({ length: 20 }, (_, n) => `claims ${n}`)
  const many = Array.from({ length: 500 }, (_, n) => `naive ${n}`)

  it("runs once and answers three times with the same outcome, unlike code that checks first", async () => {
    const [place, effects] = [await newPlace(), join(newFolder(), "effects")]
    const racers = [1, 2, 3].map(() => startRacer(place, effects))
    expect(await Promise.all(racers.map(({ next }) => next()))).toEqual(["ready", "ready", "ready"])
    const { rounds, done } = await race(racers, effects, keys)
    expect(done).toEqual(keys)
    for (const answers of rounds) {
      expect(answers.filter(({ ran }) => ran)).toHaveLength(1)
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    }
    // Code that looks first and writes afterwards loses the race, so the race is one.
    const naive = await race(racers, effects, many)
    expect(naive.done.length).toBeGreaterThan(naive.rounds.length)
    for (const { end } of racers) end()
  })
})

describeProcesses("calls whose process is killed at any moment", (newPlace) => {
  it(`run at most once, and block no other call, after ${kills} times kill -9`, async () => {
    const place = await newPlace()
    const runtime = ManagedRuntime.make(SqlApprovalStore.layer.pipe(Layer.provide(openStore(place))))
    onTestFinished(() => runtime.dispose())
    const approvals = await runtime.runPromise(ApprovalStore)
    const effects = join(newFolder(), "effects")
    const { log, close } = await openSqlLog(place)
    const again = { ran: 0, replayed: 0, unknown: 0 }
    for (let kill = 0; kill < kills; kill++) {
      const name = `${kill}`
      const ids = Array.from({ length: 20 }, (_, caller) => `${name}-${caller}`)
      for (const id of ids) await Effect.runPromise(approve(approvals, id))
      await killedWhileCalling(place, effects, name)
      const before = linesIn(effects).filter((line) => line.startsWith(`${name}-`))
      const calls = Array.from({ length: 20 }, (_, caller) => {
        const own = before.filter((line) => line.startsWith(`${name}-${caller}-`)).length
        return Array.from({ length: own + 1 }, (_, n) => `${name}-${caller}-${n + 1}`)
      }).flat()
      await Promise.all(
        calls.map(async (key) => {
          const { ran, text } = await keyedCall(log, keyedPermit(key), addLine(effects, key))
          again[ran ? "ran" : text === undefined ? "unknown" : "replayed"]++
        })
      )
      await Promise.all(ids.map((id) => keyedCall(log, keyedPermit(undefined, id), addLine(effects, `approval ${id}`))))
      const lines = linesIn(effects)
      expect(lines.length).toBe(new Set(lines).size)
    }
    await close()
    await Effect.runPromise(approvals.sweep())
    const states = (await Effect.runPromise(approvals.list())).map(({ state }) => state)
    expect(states.filter((state) => state !== "done" && state !== "unknown")).toEqual([])
    const { source } = await openDatabaseAt(place)
    expect((await verifyAuditLog(source)).problems).toEqual([])
    expect((await pendingCalls(source)).every(({ state }) => state === "unknown")).toBe(true)
    expect(again.replayed).toBeGreaterThan(0)
  })
})

// At least one kill has to come after calls with a stored outcome.
const fewest = chooseCount(40, 0)

/** Runs a process that makes calls, and kills it after some effects. */
const killedWhileCalling = (place: string, effects: string, name: string) =>
  runUntilKilled(Math.ceil(fewest + Math.random() * chooseCount(60, 200)), calling, place, effects, name)

const calling = join(import.meta.dirname, "programs/callUntilKilled.ts")

const approve = (approvals: ApprovalStore["Service"], id: string) =>
  Effect.gen(function* () {
    const now = Date.now()
    const asked = { askedAt: now, expiresAt: now + 3_600_000, waits: false, keyId: "k", sealed: "s" }
    const shown = { tool: "t", sideEffects: "WRITE", agent: "a", session: "s" } as const
    yield* approvals.add({ id, ...shown, ...asked, digest: `digest of ${id}` })
    const decision = { decision: "approve", by: "b", from: "f", at: now, sealed: "s", mac: `mac of ${id}` } as const
    yield* approvals.change(id, { to: "approved", decision })
  })
