import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { admit } from "../../src/admission/admit.ts"
import { capModule } from "../../src/admission/capModule.ts"
import { readModuleShape } from "../../src/admission/ModuleShape.ts"
import { WebAssembly } from "../../src/admission/WebAssembly.ts"
import { bounds } from "./bounds.ts"
import { grown } from "./grown.ts"

const source = fileURLToPath(new URL("./cguest.c", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "toolgate-admission-"))
const target = join(folder, "guest.wasm")
const clang = spawnSync("clang", ["--target=wasm32-wasi", "-O2", "-o", target, source])
const built = clang.status === 0 ? new Uint8Array(readFileSync(target)) : undefined
rmSync(folder, { recursive: true })

describe.skipIf(built === undefined)("a guest that clang built (skipped without clang and wasi-libc)", () => {
  it("is admitted with its imports, and is smaller without its names", async () => {
    const { admission, original } = await admitted()
    expect(admission.memory).toEqual({ min: 2, max: 256 })
    expect(admission.bytes.length).toBeLessThan(original.length)
    expect(grown(admission.bytes).memory).toBe(256)
  })

  it("answers as before, for any input", async () => {
    const { admission, original } = await admitted()
    const before = new WebAssembly.Module(original)
    const after = new WebAssembly.Module(admission.bytes)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (input) => {
        expect(ran(after, input)).toEqual(ran(before, input))
      }),
      runs(200)
    )
  })
})

describe("the module of QuickJS", () => {
  const original = new Uint8Array(readFileSync(new URL(import.meta.resolve("quickjs-wasi/quickjs.wasm"))))

  it("keeps all sections except its memory, its table and the custom ones", () => {
    const capped = capModule(original, readModuleShape(original), { memoryPages: 512, tableEntries: 2_000 })
    const [before, after] = [readModuleShape(original), readModuleShape(capped)]
    expect(after.memories).toEqual([{ min: 18, max: 512 }])
    expect(after.tables).toEqual([{ holds: 0x70, min: 532, max: 2_000 }])
    const kept = before.sections.filter((section) => ![0, 4, 5].includes(section.id))
    expect(kept.length).toBe(9)
    for (const { end, id, start } of kept) {
      const same = after.sections.find((section) => section.id === id)
      expect(Buffer.compare(capped.subarray(same?.start, same?.end), original.subarray(start, end))).toBe(0)
    }
  })

  it("is refused as a command, because it is a reactor and imports from elsewhere", async () => {
    expect(await admit(original, bounds)).toEqual({
      refused: expect.stringContaining('from "env"; only "wasi_snapshot_preview1" is supported')
    })
  })
})

/** Returns the module that clang built, and its admission with its own imports allowed. */
const admitted = async () => {
  const original = built ?? new Uint8Array()
  const used = new Set(readModuleShape(original).imports.map((one) => one.name))
  const admission = await admit(original, { ...bounds, imports: used })
  if ("refused" in admission) throw new Error(admission.refused)
  return { admission, original }
}

/** Runs a command with the simplest imports. Returns what it writes, and its status. */
const ran = (module: InstanceType<typeof WebAssembly.Module>, input: Uint8Array) => {
  const written: Array<number> = []
  let status = 0
  let read = 0
  const end = new Error("exit")
  const view = () => new DataView(memory().buffer)
  const vectors = (at: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const entry = at + index * 8
      return new Uint8Array(memory().buffer, view().getUint32(entry, true), view().getUint32(entry + 4, true))
    })
  const functions: Record<string, (...args: ReadonlyArray<number>) => number> = {
    fd_read: (_fd = 0, at = 0, count = 0, result = 0) => {
      let total = 0
      for (const into of vectors(at, count)) {
        const chunk = input.subarray(read, read + into.length)
        into.set(chunk)
        read += chunk.length
        total += chunk.length
      }
      view().setUint32(result, total, true)
      return 0
    },
    fd_write: (_fd = 0, at = 0, count = 0, result = 0) => {
      const chunks = vectors(at, count)
      for (const chunk of chunks) written.push(...chunk)
      view().setUint32(
        result,
        chunks.reduce((sum, chunk) => sum + chunk.length, 0),
        true
      )
      return 0
    },
    proc_exit: (code = 0) => {
      status = code
      throw end
    }
  }
  const imports = new Proxy({}, { get: (_, name) => functions[String(name)] ?? (() => 8) })
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports })
  const memory = () => exports.memory as { readonly buffer: ArrayBuffer }
  try {
    const start = exports._start as () => void
    start()
  } catch (error) {
    if (error !== end) throw error
  }
  return { text: Buffer.from(written).toString("latin1"), status }
}
