import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { chooseCount, isNight } from "@toolgate/testing"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import { manifest, openPlugins, script, write } from "./openPlugins.ts"

const edits = chooseCount(15, 1_000)
const callers = 100

/** The size of a version, large enough for a version that stays in memory to be noticed. */
const versionBytes = 512 * 1024

/** Writes a version of a plugin with its number in two files. */
const putVersion = (plugins: string, version: number) =>
  write(plugins, {
    "one/manifest.json": manifest("one", [script("version", { function: "version" })], {
      version: `1.0.${version}`,
      settings_schema: { version: { type: "integer", default: version } }
    }),
    "one/version.mjs": `export const version = (args, { settings }) => ({ code: ${version}, settings: settings.version }) // ${String(version).padEnd(versionBytes)}`
  })

describe("a plugin that is edited while calls run", () => {
  it(`answers each call of ${callers} callers from a single version, through ${edits} edits`, async () => {
    const { call, discover, plugins, reload, state } = await openPlugins({ callsInAll: callers })
    putVersion(plugins, 0)
    await discover()
    let inForce = 0
    let answered = 0
    let longest = 0
    const faults: Array<unknown> = []
    const edit = async (last: number) => {
      let isDone = false
      const caller = async () => {
        while (!isDone) {
          const [since, before] = [inForce, answered]
          const { error, output } = await call("version")
          longest = Math.max(longest, answered++ - before)
          const { code, settings } = (output.value ?? {}) as { readonly code?: number; readonly settings?: number }
          // A call that began after a reload is answered by that version or by a later one.
          if (error !== undefined || code === undefined || code !== settings || code < since)
            faults.push({ error, output, since })
        }
      }
      const calling = Promise.all(Array.from({ length: callers }, caller))
      while (inForce < last) {
        putVersion(plugins, inForce + 1)
        expect(await reload()).toEqual({ count: 1, problems: [] })
        inForce++
      }
      isDone = true
      await calling
    }
    await edit(Math.ceil(edits / 10))
    const early = await memoryInUse()
    await edit(edits)
    const late = await memoryInUse()
    if (isNight) console.log({ edits, answered, longest, early, late })
    expect(faults).toEqual([])
    expect(answered).toBeGreaterThan(edits)
    // No call waits while the others are answered twice.
    expect(longest).toBeLessThan(2 * callers)
    expect(readdirSync(join(state, "plugins", "one")).length).toBe(5)
    expect(late - early).toBeLessThan(5 * versionBytes + noise)
  })

  // Checking a module takes a third of a second, so enough versions to notice a leak run only at night.
  for (const versions of isNight ? [100] : [])
    it(`leaves no memory of ${versions} earlier WebAssembly modules`, async () => {
      const { discover, plugins, reload } = await openPlugins()
      const putModule = (version: number) => {
        write(plugins, { "one/manifest.json": manifest("one", [script("run", { module: "run.wasm" })]) })
        writeFileSync(join(plugins, "one", "run.wasm"), moduleOf(version))
      }
      putModule(0)
      await discover()
      const edit = async (from: number, to: number) => {
        for (let version = from; version <= to; version++) {
          putModule(version)
          expect(await reload()).toEqual({ count: 1, problems: [] })
        }
        return await memoryInUse()
      }
      // A gate keeps a few modules warm, in any version.
      const early = await edit(1, 20)
      const late = await edit(21, 20 + versions)
      console.log({ early, late })
      expect(late - early).toBeLessThan(5 * versionBytes + noise)
    })

  it("delays no call while a new version is checked", async () => {
    const { call, discover, plugins, registry, reload, runtime, scope } = await openPlugins({ callsInAll: callers })
    putVersion(plugins, 1)
    await discover()
    const [begun, go] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    const check = Effect.as(Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(go)), [])
    const admitting = registry.admitting((tool) => (tool === registry.get("version") ? [] : check))
    await runtime.runPromise(Scope.provide(admitting, scope))
    putVersion(plugins, 2)
    const reloading = reload()
    await runtime.runPromise(Deferred.await(begun))
    const answers = await Promise.all(Array.from({ length: callers }, () => call("version")))
    expect(new Set(answers.map(({ output }) => JSON.stringify(output.value)))).toEqual(
      new Set(['{"code":1,"settings":1}'])
    )
    await runtime.runPromise(Deferred.succeed(go, undefined))
    expect(await reloading).toEqual({ count: 1, problems: [] })
    expect((await call("version")).output.value).toEqual({ code: 2, settings: 2 })
  })
})

/** Returns a WebAssembly module that does nothing, with as many bytes of data as a version has. */
const moduleOf = (version: number): Uint8Array => {
  const leb = (value: number): ReadonlyArray<number> =>
    value < 128 ? [value] : [(value % 128) + 128, ...leb(Math.floor(value / 128))]
  const name = (text: string) => [text.length, ...Buffer.from(text)]
  const section = (id: number, bytes: ReadonlyArray<number>) => [id, ...leb(bytes.length), ...bytes]
  const data = Buffer.alloc(versionBytes, String(version))
  return Buffer.concat([
    Buffer.from([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, [1, 0x60, 0, 0]),
      ...section(3, [1, 0]),
      ...section(5, [1, 0, 16]),
      ...section(7, [2, ...name("memory"), 2, 0, ...name("_start"), 0, 0]),
      ...section(10, [1, 2, 0, 0x0b])
    ]),
    Buffer.from([11, ...leb(5 + leb(data.length).length + data.length), 1, 0, 0x41, 0, 0x0b, ...leb(data.length)]),
    data
  ])
}

/** The difference in memory between two moments with the same data. */
const noise = 8 * 1024 * 1024

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

/** Returns the used memory of the process, without garbage. */
const memoryInUse = async (): Promise<number> => {
  // Memory of buffers and weak references is freed in turns after a collection.
  for (let turn = 0; turn < 10; turn++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
