import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import loadWabt from "wabt"
import { quickJsExportNames } from "../../src/guest/script/QuickJsExports.ts"
import { keepExports, QuickJsModules } from "../../src/guest/script/QuickJsModules.ts"
import { runScript } from "../../src/guest/script/runScript.ts"
import { ScriptVm } from "../../src/guest/script/ScriptVm.ts"
import { answerOf, world } from "./running.ts"

const MiB = 1024 * 1024
const quickJs = readFileSync(new URL(import.meta.resolve("quickjs-wasi/quickjs.wasm")))
const modules = new QuickJsModules(quickJs)

const moduleFor = (memoryBytes: number) => {
  const module = modules.forPages(memoryBytes / 65_536)
  if (module === undefined) throw new Error("There is no such module.")
  return module
}

const module = moduleFor(8 * MiB)
const snapshot = ScriptVm.create(module, 8 * MiB).snapshot()
const restored = () => ScriptVm.restore(module, snapshot)

/** Runs the body of a function in a virtual machine. */
const runIn = (vm: ScriptVm, body: string, random: "host" | number = "host") =>
  runScript(vm, `export default () => { ${body} }`, { ...world, random, memoryBytes: vm.memoryBytes })

describe("a virtual machine that is made from a snapshot", () => {
  it("equals the other machine byte by byte, and in size", () => {
    const other = restored().snapshot()
    expect(Buffer.compare(other.image.bytes, snapshot.image.bytes)).toBe(0)
    expect([other.image.pages, other.image.stackPointer, other.inside, other.memoryBytes]).toEqual([
      snapshot.image.pages,
      snapshot.image.stackPointer,
      snapshot.inside,
      snapshot.memoryBytes
    ])
  })

  it("is the same in every run", () => {
    const again = ScriptVm.create(module, 8 * MiB).snapshot()
    expect(Buffer.compare(again.image.bytes, snapshot.image.bytes)).toBe(0)
  })

  it("shares no randomness with another machine if it is the system's, and all of it with the same seed", () => {
    const numbers = "return Array.from({ length: 20 }, Math.random)"
    const [one, other] = [restored(), restored()]
    expect(answerOf(runIn(one, numbers))).not.toEqual(answerOf(runIn(other, numbers)))
    expect(answerOf(runIn(restored(), numbers, 7))).toEqual(answerOf(runIn(restored(), numbers, 7)))
  })

  it("sees nothing of another machine's work, earlier or at the same time", () => {
    const pollute =
      "Object.prototype.left = 1; globalThis.left = 1; Array.prototype.map = null; JSON.parse = null; console.log = null; return 1"
    const look =
      "return [typeof {}.left, typeof [].map, typeof JSON.parse, typeof console.log, Object.keys(globalThis)]"
    const clean = answerOf(runIn(restored(), look))
    const before = Buffer.from(snapshot.image.bytes)
    const [one, beside] = [restored(), restored()]
    expect(answerOf(runIn(one, pollute))).toBe(1)
    expect(answerOf(runIn(beside, look))).toEqual(clean)
    expect(answerOf(runIn(restored(), look))).toEqual(clean)
    expect(clean).toEqual(["undefined", "function", "function", "function", expect.any(Array)])
    expect(Buffer.compare(snapshot.image.bytes, before)).toBe(0)
  })

  it("has the same memory and stack limits as the original machine", () => {
    for (const size of [4 * MiB, 8 * MiB]) {
      const own = ScriptVm.create(moduleFor(size), size).snapshot()
      const vm = () => ScriptVm.restore(moduleFor(size), own)
      expect(runIn(vm(), "const a = []; for (;;) a.push({})")).toEqual({ kind: "memory" })
      expect(runIn(vm(), "return new ArrayBuffer(16_000_000)")).toEqual({ kind: "memory" })
      expect(runIn(vm(), "const f = () => f() + 1; return f()")).toEqual({ kind: "stack" })
      const depth = "let n = 0; const f = () => { n++; f() }; try { f() } catch {} return n"
      expect(answerOf(runIn(vm(), depth))).toBe(answerOf(runIn(ScriptVm.create(moduleFor(size), size), depth)))
    }
  })
})

describe("the module of QuickJS", () => {
  it("has no state except its memory and its stack pointer", async () => {
    const wabt = await loadWabt()
    const text = wabt.readWasm(quickJs, { readDebugNames: false }).toText({ foldExprs: false, inlineExport: false })
    expect(text.match(/^ +\(global .*$/gm)?.map((line) => line.trim())).toEqual([
      "(global (;0;) (mut i32) (i32.const 1048576))"
    ])
    expect(text.match(/\b(?:table\.(?:set|grow|init|copy|fill)|elem\.drop|memory\.init|data\.drop)\b/g)).toBeNull()
    expect(text.match(/\(export "__stack_pointer" \(global 0\)\)/g)).toHaveLength(1)
  })

  it("keeps only the exports that are used", () => {
    const kept = keepExports(quickJs, quickJsExportNames)
    const WebAssembly = Reflect.get(globalThis, "WebAssembly")
    const names = WebAssembly.Module.exports(new WebAssembly.Module(kept)).map(({ name }: { name: string }) => name)
    expect(new Set(names)).toEqual(quickJsExportNames)
    expect(keepExports(kept, quickJsExportNames)).toEqual(kept)
  })
})
