import { readFileSync } from "node:fs"
import { afterAll, describe, expect, it } from "vitest"
import { BadFrame } from "../../src/frames/BadFrame.ts"
import { readAdmittedParts } from "../../src/frames/readAdmittedParts.ts"
import { findNode } from "../../src/pool/findNode.ts"
import { childrenOf } from "../children.ts"
import { GuestFolder } from "../guests.ts"
import { OpenSandbox } from "../sandbox.ts"
import { large, moduleOf } from "./large.ts"

const guests = new GuestFolder()
afterAll(() => guests[Symbol.dispose]())

/** Returns the most memory, in bytes, of the process that checked a module, and the result of the check. */
const checked = async (bytes: Uint8Array) => {
  await using wasm = await OpenSandbox.open({ pool: { most: 1, spares: 0 } })
  const call = { guest: { module: guests.file(bytes, "wasm") } }
  const [refused] = await wasm.admit(call)
  const [child] = childrenOf(process.pid)
  const node = findNode(child) ?? child
  const status = node === undefined ? "" : readFileSync(`/proc/${node}/status`, "utf8")
  const [, peak] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? []
  return { peak: Number(peak) * 1024, refused }
}

const mebibyte = 2 ** 20

/** The garbage that V8 may keep before it collects. */
const slack = 48 * mebibyte

describe("checking a module", () => {
  it.each(Object.entries(large))("takes at most four times the module's size: %s", async (_what, made) => {
    const module = made()
    const small = await checked(moduleOf({}))
    const { peak, refused } = await checked(module)
    expect(refused).toBeUndefined()
    expect(module.length).toBeGreaterThan(20 * mebibyte)
    expect(peak - small.peak).toBeLessThan(4 * module.length + slack)
  })

  it("starts no process for a module over the size limit", async () => {
    const { peak, refused } = await checked(new Uint8Array(32 * mebibyte + 1))
    expect(refused).toContain("it has 33554433 bytes; the limit is 33554432")
    expect(peak).toBeNaN()
  })

  it("refuses a module with types that take more memory than the module itself", async () => {
    const type = [0x60, 0xe8, 0x07, ...new Array(1000).fill(0x7f), 0]
    const { refused } = await checked(moduleOf({ types: new Array(201).fill(type) }))
    expect(refused).toContain("its types have 201000 parameters and results; the limit is 200000")
  })
})

describe("the parts of a checked module", () => {
  const module = new Uint8Array(100)
  const body = Uint8Array.of(1, 2, 3)

  it("are views of the module if they are unchanged", () => {
    const frame = { type: "admitted", parts: [{ from: 0, to: 90 }, { size: 3 }, { from: 95, to: 100 }], body } as const
    const parts = readAdmittedParts(frame, module, 64)
    expect(parts.map((part) => [part.length, part.buffer === module.buffer])).toEqual([
      [90, true],
      [3, false],
      [5, true]
    ])
  })

  it.each([
    ["beyond the module", [{ from: 0, to: 101 }], new Uint8Array()],
    ["that end before they begin", [{ from: 5, to: 4 }], new Uint8Array()],
    ["beyond what was sent", [{ size: 4 }], body],
    ["that leave some of it over", [{ size: 2 }], body],
    ["that come to more than the module", new Array(2).fill({ from: 0, to: 100 }), new Uint8Array()]
  ])("are not trusted %s", (_what, parts, sent) => {
    expect(() => readAdmittedParts({ type: "admitted", parts, body: sent }, module, 64)).toThrow(BadFrame)
  })
})
