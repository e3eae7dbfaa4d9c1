import { afterAll, afterEach, describe, expect, it } from "vitest"
import type { GuestProcess } from "../../src/pool/GuestProcess.ts"
import { buildNodeCommand } from "../../src/pool/Launcher.ts"
import type { PoolBounds } from "../../src/pool/PoolBounds.ts"
import { ProcessPool } from "../../src/pool/ProcessPool.ts"
import type { Tenant } from "../../src/pool/Tenant.ts"
import { childrenOf, eventually, openDescriptors } from "../children.ts"
import { GuestFolder } from "../guests.ts"
import { loosely } from "./loosely.ts"

const guests = new GuestFolder()
afterAll(() => guests[Symbol.dispose]())

/** A program that reports that it is ready, and then reads until its socket closes. */
const idler = guests.file(
  `import { readSync, writeSync } from "node:fs"
   const frame = (json) => Buffer.concat([Buffer.from([json.length, 0, 0, 0, 0, 0, 0, 0]), Buffer.from(json)])
   const bytes = Buffer.alloc(100)
   writeSync(3, frame('{"type":"ready"}'))
   while (readSync(3, bytes, 0, 100, null) > 0) if (bytes.includes("speak")) writeSync(3, frame('{"type":"ready"}'))`,
  "mjs"
)

const pools: Array<ProcessPool> = []
const open = (bounds: Partial<PoolBounds> = {}, entry = idler) => {
  const words = buildNodeCommand({ entry, reads: [] }, { memoryPages: 16, tableEntries: 16 })
  const pool = new ProcessPool(loosely(...words), { spares: 1, most: 3, idleMs: 60_000, ...bounds })
  pools.push(pool)
  return pool
}

const closed = (pool: ProcessPool) => new Promise<void>((resolve) => pool.close(resolve))

afterEach(async () => {
  await Promise.all(pools.splice(0).map(closed))
  expect(childrenOf(process.pid)).toEqual([])
})

interface Got {
  readonly process: GuestProcess
  readonly gone: Promise<void>
}

// Each tenant belongs to a different agent.
let takers = 0
const ceiling = { tools: "any" } as const

const take = (pool: ProcessPool, needsFresh = false) =>
  new Promise<Got>((resolve, reject) => {
    const tenant: Tenant = {
      asker: { session: "s", callId: "c", caller: { kind: "direct" }, principal: { agent: `${takers++}`, ceiling } },
      queueMs: Number.POSITIVE_INFINITY,
      guest: undefined,
      prefersRested: false,
      needsFresh,
      got: (process) => {
        const gone = new Promise<void>((done) => {
          process.worksFor({ frame: () => {}, gone: () => done() }, { header: 100, body: 100 })
        })
        resolve({ process, gone })
      },
      failed: (reason) => reject(new Error(reason)),
      tooLate: () => {}
    }
    pool.take(tenant)
  })

const processes = () => childrenOf(process.pid).length

describe("a pool", () => {
  it("starts nothing before the first request, and then keeps its spares ready", async () => {
    const pool = open({ spares: 2, most: 4 })
    expect(processes()).toBe(0)
    const { process } = await take(pool)
    await eventually(() => processes() === 3)
    pool.giveBack(process)
  })

  it("reuses the same process before a spare", async () => {
    const pool = open()
    const first = await take(pool)
    pool.giveBack(first.process)
    const second = await take(pool)
    expect(second.process).toBe(first.process)
    pool.giveBack(second.process)
  })

  it("makes a tenant that needs a fresh process wait for a new one", async () => {
    const pool = open({ most: 1 })
    const first = await take(pool)
    pool.giveBack(first.process)
    const fresh = await take(pool, true)
    expect(fresh.process).not.toBe(first.process)
    // A process in use is not ended until it comes back.
    const waiting = take(pool, true)
    const behind = take(pool)
    pool.giveBack(fresh.process)
    const next = await waiting
    expect(next.process).not.toBe(fresh.process)
    pool.giveBack(next.process)
    const last = await behind
    expect(last.process).toBe(next.process)
    pool.giveBack(last.process)
  })

  it("grows to its bound, and makes all further tenants wait in order", async () => {
    const pool = open({ most: 2 })
    const [a, b] = await Promise.all([take(pool), take(pool)])
    const order: Array<string> = []
    const named = async (name: string) => {
      const got = await take(pool)
      order.push(name)
      return got
    }
    const [c, d] = [named("c"), named("d")]
    expect(processes()).toBe(2)
    pool.giveBack(a.process)
    pool.giveBack((await c).process)
    pool.giveBack((await d).process)
    pool.giveBack(b.process)
    expect(order).toEqual(["c", "d"])
    expect(processes()).toBe(2)
  })

  it("serves the next tenant from a spare, and replaces a process that was killed", async () => {
    const pool = open({ most: 2 })
    const spoilt = await take(pool)
    await eventually(() => processes() === 2)
    spoilt.process.kill()
    const next = await take(pool)
    expect(next.process).not.toBe(spoilt.process)
    await spoilt.gone
    pool.giveBack(next.process)
    await eventually(() => processes() === 2)
  })

  it("ends processes that were idle too long, down to the number of spares", async () => {
    const pool = open({ most: 3, idleMs: 50 })
    const all = await Promise.all([take(pool), take(pool), take(pool)])
    for (const { process } of all) pool.giveBack(process)
    await eventually(() => processes() === 1)
  })

  it("does not reuse a process that sent an unrequested frame", async () => {
    const pool = open({ spares: 0 })
    const { process, gone } = await take(pool)
    pool.giveBack(process)
    process.send({ type: "answer", call: 0, ok: true }, [Buffer.from("speak")])
    await eventually(() => processes() === 0)
    const next = await take(pool)
    expect(next.process).not.toBe(process)
    pool.giveBack(next.process)
    void gone
  })

  it("fails all tenants if processes do not start", async () => {
    const pool = open({}, guests.file("process.exit(1)", "mjs"))
    await expect(take(pool)).rejects.toThrow("its process did not start")
    await expect(take(pool)).rejects.toThrow("its process did not start")
  })

  it("fails all tenants if the program is missing", async () => {
    const pool = new ProcessPool(loosely("/nowhere/node"), { spares: 1, most: 2, idleMs: 1 })
    await expect(take(pool)).rejects.toThrow("its process did not start")
    await closed(pool)
  })

  it("leaves no process and no descriptor when it is closed, even of working processes", async () => {
    await closed(open())
    const before = openDescriptors()
    const pool = open({ most: 3 })
    const working = await take(pool)
    const waiting = Promise.all([take(pool), take(pool), take(pool)])
    const failed = expect(waiting).rejects.toThrow("the sandbox was closed")
    await closed(pool)
    await Promise.all([working.gone, failed])
    expect(processes()).toBe(0)
    expect(openDescriptors()).toBe(before)
    await expect(take(pool)).rejects.toThrow("the sandbox was closed")
  })
})
