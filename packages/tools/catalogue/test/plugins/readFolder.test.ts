import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { rename } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { readFolder } from "../../src/plugins/readFolder.ts"
import { pluginFolders, write } from "./openPlugins.ts"

describe("the folder of a plugin", () => {
  it("is read whole, by the paths of its files, with a digest of their names, contents and modes", async () => {
    const { plugins } = pluginFolders()
    write(plugins, { "b/c.mjs": "1", "a.mjs": "2", ".git/config": "never read" })
    const first = await contentOf(plugins)
    expect([...first.files].map(([path, { bytes }]) => [path, Buffer.from(bytes).toString()])).toEqual([
      ["a.mjs", "2"],
      ["b/c.mjs", "1"]
    ])
    expect((await contentOf(plugins)).digest).toBe(first.digest)
    const digests = new Set([first.digest])
    for (const change of [
      () => write(plugins, { "a.mjs": "3" }),
      () => rename(join(plugins, "a.mjs"), join(plugins, "d.mjs")),
      () => execFileSync("chmod", ["+x", join(plugins, "d.mjs")])
    ]) {
      await change()
      digests.add((await contentOf(plugins)).digest)
    }
    expect(digests.size).toBe(4)
  })

  it("may contain a link to one of its own files, but none that leads out", async () => {
    const { folder, plugins } = pluginFolders()
    write(folder, { secret: "secret" })
    write(plugins, { "a.mjs": "1" })
    symlinkSync("a.mjs", join(plugins, "b.mjs"))
    expect(Buffer.from((await contentOf(plugins)).files.get("b.mjs")?.bytes ?? []).toString()).toBe("1")
    for (const target of ["../secret", join(folder, "secret"), ".."]) {
      symlinkSync(target, join(plugins, "out"))
      expect(await readFolder(plugins)).toEqual({ path: "out", message: "it is a link that leads out of the folder" })
      execFileSync("rm", [join(plugins, "out")])
    }
  })

  it.skipIf(process.platform !== "linux")("never contains a file from a folder that was a link meanwhile", async () => {
    const { folder, plugins } = pluginFolders()
    write(folder, { "outside/a.mjs": "outside", "plugins/inner/a.mjs": "its own" })
    symlinkSync(join(folder, "outside"), join(folder, "link"))
    const swaps = `
      const { renameSync } = require("node:fs")
      const swap = (one, other) => { renameSync(one, "held"); renameSync(other, one); renameSync("held", other) }
      for (let round = 0; ; round++) { swap("plugins/inner", "link"); if (round === 0) console.log("begun") }`
    const child = spawn(process.execPath, ["-e", swaps], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] })
    await once(child.stdout, "data")
    const seen = new Set<string>()
    for (let reading = 0; reading < 5000; reading++) {
      const read = await readFolder(plugins)
      if ("digest" in read) for (const { bytes } of read.files.values()) seen.add(Buffer.from(bytes).toString())
    }
    child.kill("SIGKILL")
    await once(child, "exit")
    expect(seen).not.toContain("outside")
  })

  it("contains no pipe, and reading never waits for one", async () => {
    const { plugins } = pluginFolders()
    execFileSync("mkfifo", [join(plugins, "pipe")])
    expect(await readFolder(plugins)).toEqual({ path: "pipe", message: "it is not a regular file" })
    symlinkSync("pipe", join(plugins, "a"))
    expect(await readFolder(plugins)).toMatchObject({ message: "it is not a regular file" })
  })

  it("may contain at most 10 MiB, 1,000 files and 16 nested folders", async () => {
    const { folder, plugins } = pluginFolders()
    writeFileSync(join(plugins, "a"), Buffer.alloc(10 * 1024 * 1024))
    expect((await contentOf(plugins)).files.size).toBe(1)
    write(plugins, { b: "1" })
    expect(await readFolder(plugins)).toEqual({ path: "", message: "it has more than 10 MiB of files" })
    const many = join(folder, "many")
    write(many, Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`f${at}`, ""])))
    expect((await contentOf(many)).files.size).toBe(1000)
    write(many, { more: "" })
    expect(await readFolder(many)).toEqual({ path: "", message: "it has more than 1000 files" })
    const deep = join(folder, "deep")
    mkdirSync(join(deep, ...Array(17).fill("d")), { recursive: true })
    expect(await readFolder(deep)).toMatchObject({ message: "it lies more than 16 folders deep" })
  })

  it("must exist", async () => {
    const { folder, plugins } = pluginFolders()
    write(folder, { file: "" })
    expect(await readFolder(join(plugins, "nothing"))).toEqual({
      path: "",
      message: "there is no such file or folder"
    })
    expect(await readFolder(join(folder, "file"))).toEqual({ path: "", message: "it is not a folder" })
  })

  it("is read again if it changes meanwhile, so that it never mixes two versions", async () => {
    const { plugins } = pluginFolders()
    const big = "x".repeat(200_000)
    const put = (version: number) => write(plugins, { "a.mjs": `${version}${big}`, "z.mjs": `${version}${big}` })
    put(0)
    let isDone = false
    const reading = readFolder(plugins).finally(() => {
      isDone = true
    })
    // The writes are synchronous, so both files have the same version whenever a read gets its turn.
    for (let version = 1; !isDone; version++) {
      put(version)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const read = await reading
    if ("digest" in read) {
      const [a, z] = [...read.files.values()].map(({ bytes }) => Number.parseInt(Buffer.from(bytes).toString(), 10))
      expect(a).toBe(z)
    } else expect(read.message).toMatch(/^it has (?:changed during each of 10 readings|grown while it was read)/)
  })
})

const contentOf = async (folder: string) => {
  const read = await readFolder(folder)
  if (!("digest" in read)) throw new Error(read.message)
  return read
}
