import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { FileFailed } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { adapterOf, adapters } from "./adapters.ts"
import { descriptorsBeneath } from "./descriptors.ts"

const linux = adapters[0][1]
const large = Buffer.alloc(24 * 1024 * 1024, "x")

let base = ""
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-workspaces-")))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const made = (name: string) => {
  const path = join(base, name)
  mkdirSync(path)
  writeFileSync(join(path, "f"), name)
  return path
}

const opened = async (path: string, adapter: Awaited<ReturnType<typeof adapterOf>>) => {
  const workspace = await adapter.resolved(path)
  return adapter.open([{ path: workspace, mode: "rw", scope: "tree" }], workspace)
}

describe.skipIf(process.platform !== "linux")("a workspace held by a descriptor", () => {
  it("stays the same folder when it is renamed, on every path to it", async () => {
    await using adapter = await adapterOf(linux)
    const path = made("ws")
    const files = await opened(path, adapter)
    expect(await files.read("f")).toBe("ws")
    renameSync(path, join(base, "moved"))
    made("ws")
    writeFileSync(join(path, "f"), "another")
    for (const given of ["f", join(path, "f"), "../ws/f", "./../ws/./f"]) {
      expect(await files.read(given)).toBe("ws")
    }
    await files.write("new", "made")
    expect(readFileSync(join(base, "moved/new"), "utf8")).toBe("made")
    expect(readdirSync(path)).toEqual(["f"])
  })

  it("is opened again after it was removed and recreated", async () => {
    await using adapter = await adapterOf(linux)
    const path = made("ws")
    const files = await opened(path, adapter)
    await files.read("f")
    rmSync(path, { recursive: true })
    await expect(Promise.resolve(files.read("f"))).rejects.toMatchObject({ reason: "NotFound" })
    made("ws")
    expect(await files.read("f")).toBe("ws")
    rmSync(path, { recursive: true })
    made("ws")
    expect((await files.list(".")).length).toBe(1)
    rmSync(path, { recursive: true })
    made("ws")
    await files.write("new", "made")
    expect(readFileSync(join(path, "new"), "utf8")).toBe("made")
  })

  it("is not opened through a link at its canonical path", async () => {
    await using adapter = await adapterOf(linux)
    const path = made("ws")
    const files = await opened(path, adapter)
    renameSync(path, join(base, "moved"))
    symlinkSync("moved", path)
    await expect(Promise.resolve(files.read("f"))).rejects.toBeInstanceOf(FileFailed)
  })

  it("stays open among the 64 used last, and none stays open when the layer is released", async () => {
    {
      await using adapter = await adapterOf(linux)
      for (let i = 0; i < 100; i++) {
        const files = await opened(made(`ws${i}`), adapter)
        expect(await files.read("f")).toBe(`ws${i}`)
        expect(descriptorsBeneath(base).length).toBeLessThanOrEqual(64)
      }
      const names = descriptorsBeneath(base).map((path) => Number(path.slice(join(base, "ws").length)))
      expect(names.length).toBeGreaterThan(60)
      expect(Math.min(...names)).toBeGreaterThanOrEqual(36)
      expect(await (await opened(join(base, "ws0"), adapter)).read("f")).toBe("ws0")
    }
    expect(descriptorsBeneath(base)).toEqual([])
  })

  it("stays open for an operation in progress while others are opened and released", async () => {
    const adapter = await adapterOf(linux)
    const files = await opened(made("first"), adapter)
    const writing = Promise.resolve(files.writeBytes("large", large))
    for (let i = 0; i < 100; i++) await (await opened(made(`ws${i}`), adapter)).read("f")
    const second = await opened(made("second"), adapter)
    const appending = Promise.resolve(second.append("f", large.toString()))
    await adapter[Symbol.asyncDispose]()
    expect((await writing).size).toBe(large.length)
    expect((await appending).size).toBe(large.length + "second".length)
    expect(readdirSync(join(base, "first"))).toEqual(["f", "large"])
    expect(descriptorsBeneath(base)).toEqual([])
    expect(await files.read("f")).toBe("first")
    expect(descriptorsBeneath(base)).toEqual([])
  })
})

for (const [name, layer] of adapters) {
  describe(`an operation of ${name}`, () => {
    it("yields to the event loop if it is long", async () => {
      await using adapter = await adapterOf(layer)
      const files = await opened(made("ws"), adapter)
      let turns = 0
      let done = false
      const counting = (async () => {
        for (; !done; turns++) await setImmediate()
      })()
      await files.writeBytes("large", large)
      await files.readBytes("large")
      done = true
      await counting
      expect(turns).toBeGreaterThan(40)
    })

    it("finishes even when it is interrupted, and leaves no temporary file", async () => {
      await using adapter = await adapterOf(layer)
      const path = made("ws")
      const files = await opened(path, adapter)
      const fiber = Effect.runFork(files.writeBytes("f", large))
      await Effect.runPromise(Fiber.interrupt(fiber))
      expect(readdirSync(path)).toEqual(["f"])
      expect(readFileSync(join(path, "f")).length).toBe(large.length)
      expect(descriptorsBeneath(path).length).toBeLessThanOrEqual(1)
    })

    it("never ends up outside when its folder is swapped for a link", async () => {
      await using adapter = await adapterOf(layer)
      const path = made("ws")
      const outside = made("outside")
      mkdirSync(join(path, "d"))
      const files = await opened(path, adapter)
      for (const target of ["f", "new", "deep/new"]) {
        const writing = Promise.resolve(files.writeBytes(`d/${target}`, large)).catch((error) => error.reason)
        await setImmediate()
        renameSync(join(path, "d"), join(path, "moved"))
        symlinkSync(outside, join(path, "d"))
        const ended = await writing
        // A held folder keeps working wherever it is moved. The checking adapter notices the move.
        if (adapter.containment === "descriptor") {
          expect(ended).toEqual({ size: large.length, sizeBefore: undefined })
          expect(readFileSync(join(path, "moved", target)).length).toBe(large.length)
        } else {
          expect(ended).toBe("Denied")
        }
        expect(readdirSync(outside)).toEqual(["f"])
        expect(readFileSync(join(outside, "f"), "utf8")).toBe("outside")
        rmSync(join(path, "d"))
        renameSync(join(path, "moved"), join(path, "d"))
      }
    })

    it("starts over if the source of its new content has been replaced", async () => {
      await using adapter = await adapterOf(layer)
      const path = made("ws")
      const files = await opened(path, adapter)
      const changes = [() => files.patch("f", "old", "new"), () => files.append("f", "!")]
      const ended: Array<string> = []
      for (const change of changes) {
        rmSync(join(path, "f"))
        writeFileSync(join(path, "f"), `old${large}`)
        linkSync(join(path, "f"), join(path, "hard"))
        const changing = Promise.resolve(change())
        await setImmediate()
        writeFileSync(join(path, "other"), "old other")
        renameSync(join(path, "other"), join(path, "f"))
        await changing
        ended.push(readFileSync(join(path, "f"), "utf8"))
        expect(readdirSync(path)).toEqual(["f", "hard"])
        rmSync(join(path, "hard"))
      }
      expect(ended).toEqual(["new other", "old other!"])
    })

    it.skipIf(process.platform !== "linux")(
      "reads a file to the end even if its size says that it is empty",
      async () => {
        await using adapter = await adapterOf(layer)
        const path = await adapter.resolved("/proc/self/status")
        const files = adapter.open([{ path, mode: "r", scope: "exact" }], await adapter.resolved(made("ws")))
        expect((await files.stat(path)).size).toBe(0)
        expect(await files.read(path)).toContain(`\nPid:\t${process.pid}\n`)
      }
    )

    it("reads no more of a growing file than its limit", async () => {
      await using adapter = await adapterOf(layer)
      const path = made("ws")
      const files = await opened(path, adapter)
      writeFileSync(join(path, "f"), large)
      const reading = Promise.resolve(files.readBytes("f"))
      await setImmediate()
      for (let i = 0; i < 3; i++) appendFileSync(join(path, "f"), large)
      const { length } = await reading
      expect(length).toBeGreaterThanOrEqual(large.length)
      expect(length).toBeLessThanOrEqual(64 * 1024 * 1024)
    })

    it("leaves no descriptor open", async () => {
      {
        await using adapter = await adapterOf(layer)
        const path = made("ws")
        symlinkSync("loop", join(path, "loop"))
        symlinkSync(made("outside"), join(path, "out"))
        const files = await opened(path, adapter)
        await files.exists("f")
        const before = descriptorsBeneath("/").length
        for (const given of ["f", "loop", "out/f", "..", "../x", "f/x", "a/b/c", ".", "", "a/../f", `${path}/f`]) {
          const operations = [
            files.read(given),
            files.readBytes(given, { offset: -1, length: 1 }),
            files.append(given, "x"),
            files.patch(given, "x", "y"),
            files.patch(given, "none", "y"),
            files.stat(given),
            files.list(given),
            files.write(given, "x"),
            files.write(given, "\ud800"),
            files.delete(given)
          ]
          for (const operation of operations) await Promise.resolve(operation).catch(() => {})
        }
        expect(descriptorsBeneath("/").length).toBe(before)
      }
      expect(descriptorsBeneath(base)).toEqual([])
    })
  })
}
