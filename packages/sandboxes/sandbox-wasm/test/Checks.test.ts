import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, expect, it, onTestFinished, vi } from "vitest"
import { Checks } from "../src/Checks.ts"
import { ProcessPool } from "../src/pool/ProcessPool.ts"
import { childrenOf, eventually } from "./children.ts"
import { GuestFolder } from "./guests.ts"
import { loosely } from "./pool/loosely.ts"

const guests = new GuestFolder()
afterAll(() => guests[Symbol.dispose]())

/** A program that logs the start of a check, waits for permission, logs that, and refuses. */
const entry = guests.file(
  `import { appendFileSync, existsSync, readSync, writeSync } from "node:fs"
   import { dirname, join } from "node:path"
   const folder = dirname(process.argv[1])
   const say = (header) => {
     const json = Buffer.from(JSON.stringify(header))
     const prefix = Buffer.alloc(8)
     prefix.writeUInt32LE(json.length, 0)
     writeSync(3, Buffer.concat([prefix, json]))
   }
   const nothing = new Int32Array(new SharedArrayBuffer(4))
   let buffer = Buffer.alloc(0)
   const need = (size) => {
     const chunks = [buffer]
     for (let left = size - buffer.length; left > 0; ) {
       const chunk = Buffer.alloc(65536)
       const read = readSync(3, chunk, 0, chunk.length, null)
       if (read === 0) process.exit(0)
       chunks.push(chunk.subarray(0, read))
       left -= read
     }
     buffer = Buffer.concat(chunks)
   }
   for (;;) {
     need(8)
     const [header, body] = [buffer.readUInt32LE(0), buffer.readUInt32LE(4)]
     need(8 + header + body)
     const { type } = JSON.parse(buffer.toString("utf8", 8, 8 + header))
     const whose = buffer.toString("latin1", 8 + header, 9 + header)
     buffer = buffer.subarray(8 + header + body)
     if (type === "sync") say({ type: "ready" })
     if (type === "admit") {
       appendFileSync(join(folder, "log"), "+" + whose)
       while (whose !== "z" && !existsSync(join(folder, "go"))) Atomics.wait(nothing, 0, 0, 5)
       appendFileSync(join(folder, "log"), "-" + whose)
       say({ type: "refused", reason: "it is no guest of " + whose, isSpoilt: false })
     }
   }`,
  "mjs"
)
const log = join(dirname(entry), "log")
const logged = () => (existsSync(log) ? readFileSync(log, "utf8") : "")

it("checks two large modules at once, from different sessions, and small ones in parallel", async () => {
  const pool = new ProcessPool(loosely(process.execPath, entry), { spares: 0, most: 8, idleMs: 60_000 })
  const checks = new Checks(pool)
  const asked = { type: "admit", bounds: { memoryPages: 1, tableEntries: 1, moduleBytes: 2 ** 25 } } as const
  let count = 0
  const check = (session: string, size: number) => {
    const callId = `${count++}`
    const asker = {
      session,
      callId,
      caller: { kind: "direct" },
      principal: { agent: session, ceiling: { tools: "any" } }
    } as const
    return checks.check(callId, { asker, bytes: Buffer.alloc(size, session), asked })
  }
  const largest = [...["a", "a", "a"], ...["b", "b"], "c"].map((session) => check(session, 5 * 2 ** 20))
  await eventually(() => logged().length === 4)
  // By now every earlier caller has a process.
  expect(await check("z", 100)).toEqual({ refused: "it is no guest of z" })
  writeFileSync(join(dirname(entry), "go"), "")
  for (const result of await Promise.all(largest))
    expect(result).toEqual({ refused: expect.stringMatching(/^it is no guest of [abc]$/) })
  const events = logged().match(/[+-][abc]/g) ?? []
  expect(events.slice(0, 2).sort()).toEqual(["+a", "+b"])
  const open: Array<string> = []
  for (const event of events) {
    const whose = event.charAt(1)
    if (event.startsWith("-")) open.splice(open.indexOf(whose), 1)
    else open.push(whose)
    expect(open.length).toBeLessThanOrEqual(2)
    expect(new Set(open).size).toBe(open.length)
  }
  await new Promise<void>((resolve) => pool.close(resolve))
  expect(childrenOf(process.pid)).toEqual([])
})

it("answers all callers that wait for a check of the same module when one check is done", async () => {
  writeFileSync(log, "")
  const pool = new ProcessPool(loosely(process.execPath, entry), { spares: 0, most: 3, idleMs: 60_000 })
  const checks = new Checks(pool)
  const asked = { type: "admit", bounds: { memoryPages: 1, tableEntries: 1, moduleBytes: 2 ** 25 } } as const
  const check = (session: string, callId: string) =>
    checks.check("one", {
      asker: { session, callId, caller: { kind: "direct" }, principal: { agent: session, ceiling: { tools: "any" } } },
      bytes: Buffer.from(session),
      asked
    })
  const all = await Promise.all(Array.from({ length: 20 }, (_, n) => check("z", `${n}`)))
  expect(new Set(all.map((result) => JSON.stringify(result)))).toEqual(new Set(['{"refused":"it is no guest of z"}']))
  // The callers that already had a process continue.
  expect(logged().length).toBeLessThanOrEqual(4 * 2)
  await check("z", "again")
  expect(logged().match(/-z/g)?.length).toBeGreaterThan(1)
  await new Promise<void>((resolve) => pool.close(resolve))
})

it("checks the module of a registered tool, even if a call waited too long for the same check", async () => {
  writeFileSync(log, "")
  rmSync(join(dirname(entry), "go"), { force: true })
  const pool = new ProcessPool(loosely(process.execPath, entry), { spares: 0, most: 1, idleMs: 60_000 })
  const checks = new Checks(pool)
  const asked = { type: "admit", bounds: { memoryPages: 1, tableEntries: 1, moduleBytes: 2 ** 25 } } as const
  const asker = (session: string) =>
    ({
      session,
      callId: session,
      caller: { kind: "direct" },
      principal: { agent: session, ceiling: { tools: "any" } }
    }) as const
  const other = checks.check("other", { asker: asker("o"), bytes: Buffer.from("o"), asked })
  await eventually(() => logged() === "+o")
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  onTestFinished(() => void vi.useRealTimers())
  const call = checks.check("one", { asker: asker("c"), bytes: Buffer.from("z"), asked })
  const registration = checks.check("one", { asker: undefined, bytes: Buffer.from("z"), asked })
  vi.advanceTimersByTime(30_000)
  expect(await call).toMatchObject({ unchecked: "QueueBusy" })
  vi.useRealTimers()
  writeFileSync(join(dirname(entry), "go"), "")
  expect(await registration).toEqual({ refused: "it is no guest of z" })
  expect(await other).toEqual({ refused: "it is no guest of o" })
  await new Promise<void>((resolve) => pool.close(resolve))
})
