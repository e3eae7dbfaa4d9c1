import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { type ArtifactOwner, ArtifactStore } from "@toolgate/core"
import { runUntilKilled, testArtifactStore } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { FileArtifactStore, type StoreOptions } from "../src/index.ts"
import { newFolder } from "./newFolder.ts"

const owner: ArtifactOwner = { session: "s", principal: "p" }
const other: ArtifactOwner = { session: "t", principal: "p" }
const text = (of: string) => new TextEncoder().encode(of)

/** A promise-based store. Each call opens the folder again, as another process would. */
const storeIn = (folder: string, options?: StoreOptions) => {
  const using = <A, E>(use: (store: ArtifactStore["Service"]) => Effect.Effect<A, E>) =>
    Effect.runPromise(Effect.flatMap(ArtifactStore, use).pipe(Effect.provide(FileArtifactStore.layer(folder, options))))
  return {
    put: (bytes: string, of = owner) => using(({ put }) => put(text(bytes), { mediaType: "text/plain", owner: of })),
    get: (ref: string, of = owner) => using(({ get }) => get(ref, of)),
    read: (ref: string, of = owner) =>
      using(({ read }) => read(ref, { start: 0, length: 1_000_000 }, of)).then(
        (bytes) => bytes && Buffer.from(bytes).toString()
      ),
    list: () => using(({ list }) => list()),
    remove: (ref: string, of?: ArtifactOwner) => using(({ remove }) => remove(ref, of))
  }
}

const foldersIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name))
const hoursAgo = (path: string) => utimesSync(path, new Date(0), new Date(0))

describe("artifacts in a folder", () => {
  testArtifactStore({ describe, it }, (options) => FileArtifactStore.layer(join(newFolder(), "artifacts"), options))

  it("do not create a folder before the first put", async () => {
    const folder = join(newFolder(), "artifacts")
    expect(await storeIn(folder).list()).toEqual([])
    expect(await storeIn(folder).remove(`artifact:sha256-${"0".repeat(64)}`)).toBe(false)
    expect(() => statSync(folder)).toThrow("ENOENT")
  })

  it("are readable by this user only, and named by digests", async () => {
    const folder = join(newFolder(), "artifacts")
    await storeIn(folder).put("milk", { session: "../../escape", principal: "/etc" })
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[\da-f]{64}$/)])
    const [made = ""] = foldersIn(folder)
    expect(statSync(made).mode & 0o777).toBe(0o700)
    for (const path of foldersIn(made)) expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it("are immediately visible to another process", async () => {
    const folder = newFolder()
    const { ref } = await storeIn(folder).put("milk")
    expect(await storeIn(folder).read(ref)).toBe("milk")
    expect(await storeIn(folder).remove(ref, owner)).toBe(true)
    expect(await storeIn(folder).read(ref)).toBeUndefined()
  })

  it("of equal bytes share their disk space", async () => {
    const folder = newFolder()
    const { ref } = await storeIn(folder).put("milk")
    await storeIn(folder).put("milk", other)
    const inodes = foldersIn(folder).map((path) => statSync(join(path, "bytes")).ino)
    expect(new Set(inodes).size).toBe(1)
    await storeIn(folder).remove(ref, owner)
    expect(await storeIn(folder).read(ref, other)).toBe("milk")
  })

  it("are not read through links", async () => {
    const secret = join(newFolder(), "secret")
    writeFileSync(secret, "hush")
    const folder = newFolder()
    const { ref } = await storeIn(folder).put("milk")
    const [path = ""] = foldersIn(folder)
    for (const name of ["bytes", "about.json"]) {
      renameSync(join(path, name), join(path, "aside"))
      symlinkSync(name === "bytes" ? secret : join(path, "aside"), join(path, name))
      expect(await storeIn(folder).read(ref)).toBeUndefined()
      expect(await storeIn(folder).list()).toEqual([])
      renameSync(join(path, "aside"), join(path, name))
    }
    expect(await storeIn(folder).read(ref)).toBe("milk")
    const aside = join(newFolder(), "aside")
    renameSync(path, aside)
    symlinkSync(aside, path)
    expect(await storeIn(folder).read(ref)).toBeUndefined()
    expect(
      await storeIn(folder)
        .put("milk")
        .then(({ size }) => size)
    ).toBe(4)
    expect(await storeIn(folder).read(ref)).toBe("milk")
    expect(readFileSync(join(aside, "bytes"), "utf8")).toBe("milk")
  })

  it("are ignored if damaged, can be put again, and are removed after an hour", async () => {
    const folder = newFolder()
    const { put, read, list } = storeIn(folder)
    const { ref } = await put("milk")
    const [path = ""] = foldersIn(folder)
    for (const damage of ["", "{", "null", '{"ref":1}']) {
      writeFileSync(join(path, "about.json"), damage)
      expect(await read(ref)).toBeUndefined()
      expect(await list()).toEqual([])
      await put("milk")
      expect(await read(ref)).toBe("milk")
    }
    writeFileSync(join(path, "bytes"), "mil")
    expect(await read(ref)).toBeUndefined()
    expect(await list()).toEqual([])
    expect(readdirSync(folder)).toHaveLength(1)
    hoursAgo(path)
    await list()
    expect(readdirSync(folder)).toEqual([])
  })

  it("leave no remains of killed processes, and foreign files stay", async () => {
    const folder = newFolder()
    for (const name of ["new-0123456789ab", "old-0123456789ab", "new-0123456789ac", "mine", "new-"])
      mkdirSync(join(folder, name))
    for (const name of ["new-0123456789ab", "old-0123456789ab", "mine", "new-"]) {
      writeFileSync(join(folder, name, "bytes"), "half")
      hoursAgo(join(folder, name))
    }
    await storeIn(folder, { ownerBytes: 4 }).put("milk")
    expect(readdirSync(folder).filter((name) => name.length < 64)).toEqual(["mine", "new-", "new-0123456789ac"])
  })

  it("are refused without endless retries if they cannot be read back", async () => {
    const folder = newFolder()
    await expect(storeIn(folder, { ttlMs: Number.NaN }).put("milk")).rejects.toThrow("cannot be used now")
    expect(readdirSync(folder)).toEqual([])
  })

  it("explain why a folder cannot be used", async () => {
    const path = join(newFolder(), "file")
    writeFileSync(path, "")
    await expect(storeIn(path).put("milk")).rejects.toThrow(
      `The folder of artifacts "${path}" cannot be used now: a part of its path is not a folder.`
    )
  })

  it("are whole after processes that put and removed the same bytes were killed", async () => {
    const folder = newFolder()
    const program = join(import.meta.dirname, "programs/putUntilKilled.ts")
    const printed = await Promise.all([5, 9, 12].map((count, at) => runUntilKilled(count, program, folder, `${at}`)))
    const { list, get, read } = storeIn(folder)
    for (const [at, refs] of printed.entries())
      for (const ref of refs) expect((await get(ref, { session: `${at}`, principal: "p" }))?.size).toBe(300_000)
    const all = await list()
    for (const { ref, size, owner } of all) expect((await read(ref, owner))?.length).toBeGreaterThanOrEqual(size / 4)
    expect(all.every(({ size }) => size === 300_000 || size === 100_000)).toBe(true)
    // Other remaining files do not count towards any owner.
    const sum = [...new Map(all.map(({ ref, size }) => [ref, size])).values()].reduce((one, next) => one + next, 0)
    const room = storeIn(folder, { totalBytes: sum + 4 })
    await expect(room.put("12345")).rejects.toThrow("does not fit")
    await room.put("1234")
  })
})
