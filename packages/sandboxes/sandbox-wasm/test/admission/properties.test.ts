import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { admit } from "../../src/admission/admit.ts"
import { WebAssembly } from "../../src/admission/WebAssembly.ts"
import { bounds } from "./bounds.ts"
import { grown } from "./grown.ts"
import { wat } from "./wat.ts"

const { numRuns } = runs(400)

const ordinary = await wat(`(module
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (global $g (mut i32) (i32.const 7))
  (table (export "table") 3 20000 funcref) (elem (i32.const 0) $add $add)
  (table (export "other") 5 externref)
  (memory (export "memory") 2) (data (i32.const 8) "hello")
  (func $add (export "add") (param i32 i32) (result i32) (i32.add (local.get 0) (local.get 1)))
  (func (export "_start") (drop (call $write (i32.const 1) (i32.const 0) (i32.const 0) (i32.const 0)))))`)

/**
 * Checks that a module is admitted or refused in one sentence, and that an admitted module is valid and within its
 * limits.
 */
const holds = async (bytes: Uint8Array) => {
  const admission = await admit(bytes, bounds)
  if ("refused" in admission) {
    expect(admission.refused).toMatch(/^its? [\x20-\x7e…]{5,400}[^.]$/)
    return
  }
  expect(WebAssembly.validate(admission.bytes)).toBe(true)
  const { memory, tables } = grown(admission.bytes)
  expect(memory).toBeLessThanOrEqual(Math.min(bounds.memoryPages, admission.memory.max))
  expect(tables).toBeLessThanOrEqual(bounds.tableEntries)
}

describe("for any bytes, the check", () => {
  it("admits the module that the others derive from, with useless limits on memory and tables", async () => {
    const before = grown(ordinary)
    expect(before.memory).toBeGreaterThan(bounds.memoryPages)
    expect(before.tables).toBeGreaterThan(bounds.tableEntries)
    const admission = await admit(ordinary, bounds)
    if ("refused" in admission) throw new Error(admission.refused)
    expect(grown(admission.bytes)).toEqual({ memory: 256, tables: 1_000 })
  })

  it("holds wherever a module is cut off", async () => {
    for (let length = 0; length < ordinary.length; length++) await holds(ordinary.slice(0, length))
  })

  it("holds wherever bits are flipped", async () => {
    const place = fc.nat(ordinary.length * 8 - 1)
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 3 }), async (places) => {
        const flipped = ordinary.slice()
        for (const bit of places) flipped.set([(flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))], bit >> 3)
        await holds(flipped)
      }),
      { numRuns }
    )
  })

  it("holds wherever bytes are inserted, removed or replaced", async () => {
    const edit = fc.record({ at: fc.nat(ordinary.length - 1), take: fc.nat(4), put: fc.uint8Array({ maxLength: 6 }) })
    await fc.assert(
      fc.asyncProperty(edit, async ({ at, put, take }) => {
        await holds(new Uint8Array(Buffer.concat([ordinary.slice(0, at), put, ordinary.slice(at + take)])))
      }),
      { numRuns }
    )
  })

  it("holds for noise after a preamble", async () => {
    const noise = fc.array(fc.tuple(fc.nat(14), fc.uint8Array({ maxLength: 40 })), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(noise, async (sections) => {
        const parts = sections.map(([id, contents]) => Uint8Array.from([id, contents.length, ...contents]))
        await holds(new Uint8Array(Buffer.concat([ordinary.slice(0, 8), ...parts])))
      }),
      { numRuns }
    )
  })

  it("treats a part of a larger buffer like a copy", async () => {
    const around = Buffer.concat([Buffer.alloc(13, 0xff), ordinary, Buffer.alloc(7, 0xff)])
    expect(await admit(around.subarray(13, 13 + ordinary.length), bounds)).toEqual(await admit(ordinary, bounds))
  })
})
