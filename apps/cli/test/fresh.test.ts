import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { statSync, symlinkSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import freshness from "../bin/freshness.cjs"
import { version } from "../src/version.ts"
import { folder } from "./folder.ts"

const source = fileURLToPath(new URL("../src/version.ts", import.meta.url))
const supported = createRequire(import.meta.url).resolve("../bin/supported.cjs")

describe("the command of the repository", () => {
  it("is found through links in any folder", () => {
    const at = folder()
    symlinkSync(fileURLToPath(new URL("../../../toolgate", import.meta.url)), join(at, "tg"))
    symlinkSync("tg", join(at, "link"))
    for (const name of ["tg", "link"])
      expect(execFileSync(join(at, name), ["--version"], { encoding: "utf8" })).toBe(`toolgate ${version}\n`)
  })

  it("is stale without a bundle, with a truncated one, or with one without a stamp", () => {
    const at = folder({ cut: '//[["apps', bare: '"use strict"\n', none: "//[]\n" })
    for (const name of ["cut", "bare", "none", "absent"]) expect(freshness.isFresh(join(at, name))).toBe(false)
  })

  it("consists of the sources of every package, and the files that resolve them", () => {
    const files = freshness.stampOf([source], Date.now() + 1000).map(([file]) => String(file))
    expect(files).toEqual([
      "apps/cli/bin/bundle.mjs",
      "apps/cli/bin/freshness.cjs",
      "apps/cli/package.json",
      "apps/cli/src/version.ts",
      "node_modules/.pnpm/lock.yaml"
    ])
  })

  it("treats a file that was changed while it was read as changed", () => {
    const at = folder()
    const file = join(at, "late.ts")
    writeFileSync(join(at, "package.json"), "{}")
    writeFileSync(file, "x")
    const begun = statSync(file).mtimeMs
    const [stamp] = freshness.stampOf([file], begun).filter(([name]) => String(name).endsWith("late.ts"))
    expect(stamp?.[1]).toBe(-1)
  })
})

describe("on a Node that is too old", () => {
  it.each([
    ["20.20.2", 2],
    ["22.18.0", 2],
    ["22.19.0", 0],
    ["24.0.0", 0]
  ])("%s exits with %i, naming the version it found", async (version, status) => {
    const code = `Object.defineProperty(process.versions, "node", { value: "${version}" }); require(${JSON.stringify(supported)})`
    const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "pipe"] })
    const said: Array<Buffer> = []
    child.stderr.on("data", (chunk: Buffer) => said.push(chunk))
    expect(await once(child, "close")).toEqual([status, null])
    expect(Buffer.concat(said).toString()).toBe(
      status === 0 ? "" : `toolgate: Node 22.19 or newer is needed, and this is Node ${version}; install a newer one.\n`
    )
  })
})
