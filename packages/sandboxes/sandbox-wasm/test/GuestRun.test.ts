import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Ran, Refused, ResolvedPath } from "@toolgate/core"
import { runHandles } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { GuestJob } from "../src/GuestJob.ts"
import { GuestRun } from "../src/GuestRun.ts"
import { ProcessPool } from "../src/pool/ProcessPool.ts"
import type { WasmHost } from "../src/WasmHost.ts"
import { eventually } from "./children.ts"
import { loosely } from "./pool/loosely.ts"
import { permitOf } from "./sandbox.ts"

let folder: string
let pool: ProcessPool
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolgate-run-"))
  writeFileSync(at("program.mjs"), program)
  // The test itself advances time.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
  pool = new ProcessPool(loosely(process.execPath, at("program.mjs"), folder), { spares: 0, most: 1, idleMs: 60_000 })
})
afterEach(async () => {
  await new Promise<void>((done) => pool.close(done))
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string) => join(folder, name)
const does = (name: string) => writeFileSync(at(name), "")
const did = (name: string) => eventually(() => existsSync(at(name)))

/** A process that logs its requests, and answers them when the test allows it. */
const program = `
  import { existsSync, readSync, writeFileSync, writeSync } from "node:fs"
  import { join } from "node:path"
  const [, , folder] = process.argv
  const bytes = Buffer.alloc(65536)
  const send = (header) => {
    const json = Buffer.from(JSON.stringify(header))
    const prefix = Buffer.alloc(8)
    prefix.writeUInt32LE(json.length, 0)
    writeSync(3, Buffer.concat([prefix, json]))
  }
  const asked = (what, then) => {
    writeFileSync(join(folder, what + " asked"), "")
    while (!existsSync(join(folder, what)));
    then()
  }
  let syncs = 0
  for (;;) {
    const text = bytes.toString("latin1", 0, readSync(3, bytes, 0, bytes.length, null))
    if (text === "") process.exit()
    if (text.includes('"sync"')) asked("ready " + ++syncs, () => send({ type: "ready" }))
    if (text.includes('"script"')) asked("end", () => {
      send({ type: "scriptEnded", end: { kind: "unsettled" }, dropped: 0 })
      writeFileSync(join(folder, "ended"), "")
    })
  }`

const wallMs = 1_000

/** Starts a run of a guest that must be loaded first, with this much wall time. */
const begin = () => {
  const got = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<Exit.Exit<Ran, Refused>>()
  const job: GuestJob = {
    guest: { kind: "script", id: 1, parts: [], isTypeScript: false },
    scriptMemory: 2 ** 20,
    before: Effect.promise(() => {
      does("getting")
      return got.promise
    }),
    ahead: () => undefined,
    begin: () => ({
      frame: {
        type: "script",
        guest: 1,
        export: "default",
        settings: "{}",
        calls: 0,
        requests: 0,
        argsBytes: 0,
        memoryBytes: 2 ** 20,
        outputBytes: 0,
        clock: 0,
        random: 0
      },
      parts: []
    }),
    bounds: { header: 1_000, body: 0 },
    printsResult: false,
    calls: 0,
    requests: 0,
    callMs: undefined,
    broker: undefined,
    outcome: () => ({ value: "ended", dropped: 0 })
  }
  const host = { pool, enforced: {}, runFork: Effect.runFork } as unknown as WasmHost
  const permit = permitOf({ guest: { script: "guest" } }, folder as ResolvedPath)
  const limits = { wallMs, cpuMs: Number.POSITIVE_INFINITY, memoryBytes: 2 ** 20, outputBytes: 0 }
  const run = new GuestRun(host, permit, job, limits, runHandles(), ended.resolve)
  run.start()
  return {
    run,
    got: got.resolve,
    ended: ended.promise.then((exit) => {
      if (Exit.isFailure(exit)) throw new Error("It broke.")
      const { output, error, enforced } = exit.value
      return [output.value, error?.why, enforced.endedBy]
    })
  }
}

const inTime = ["ended", undefined, undefined]
const late = [undefined, "TimedOut", "wallMs"]

describe("a guest's wall time", () => {
  it("begins when the guest receives its arguments, regardless of the wait before", async () => {
    const { got, ended } = begin()
    await did("ready 1 asked")
    vi.advanceTimersByTime(10 * wallMs)
    does("ready 1")
    await did("getting")
    vi.advanceTimersByTime(10 * wallMs)
    got()
    await did("ready 2 asked")
    vi.advanceTimersByTime(10 * wallMs)
    does("ready 2")
    await did("end asked")
    vi.advanceTimersByTime(wallMs - 1)
    does("end")
    expect(await ended).toEqual(inTime)
  })

  /** Brings a run to the point where the guest has received its arguments. */
  const handed = async () => {
    for (const step of ["ready 1", "ready 2"]) does(step)
    const run = begin()
    run.got()
    await did("end asked")
    return run
  }

  it("ends the guest when it is over", async () => {
    const { ended } = await handed()
    vi.advanceTimersByTime(wallMs)
    expect(await ended).toEqual(late)
  })

  it("stops while a call of the guest waits for its caller", async () => {
    const { run, ended } = await handed()
    vi.advanceTimersByTime(wallMs / 2)
    for (const isWaiting of [true, true, false]) run.waits(isWaiting)
    vi.advanceTimersByTime(10 * wallMs)
    run.waits(false)
    vi.advanceTimersByTime(wallMs / 2 - 1)
    does("end")
    expect(await ended).toEqual(inTime)
  })

  it("continues after that", async () => {
    const { run, ended } = await handed()
    run.waits(true)
    vi.advanceTimersByTime(10 * wallMs)
    run.waits(false)
    vi.advanceTimersByTime(wallMs)
    expect(await ended).toEqual(late)
  })

  it("does not end a guest that finished in time, even if the end is read late", async () => {
    const { ended } = await handed()
    does("end")
    // Nothing is read during this loop, and the time is up before any read.
    while (!existsSync(at("ended")));
    vi.advanceTimersByTime(10 * wallMs)
    expect(await ended).toEqual(inTime)
  })
})
