import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type FileAccess, FileSystems, type ResolvedPath } from "@toolgate/core"
import { LinuxFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { copyIn } from "../../src/files/copyIn.ts"
import type { FileChange } from "../../src/files/FileChange.ts"
import { writeBack } from "../../src/files/writeBack.ts"

let folder: string
let workspace: ResolvedPath
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-write-back-")))
  workspace = join(folder, "ws") as ResolvedPath
  mkdirSync(workspace)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bounds = { bytes: 1e6, entries: 1e4 }
const here = (name: string) => join(workspace, name)
const put = (name: string, text: string) => writeFileSync(here(name), text)
const got = (name: string) => readFileSync(here(name), "utf8")
const file = (name: string, text: string): FileChange => ({ kind: "file", path: here(name), bytes: Buffer.from(text) })
const directory = (name: string): FileChange => ({ kind: "directory", path: here(name) })
const deleted = (name: string): FileChange => ({ kind: "deleted", path: here(name) })

/** Writes back these changes of a guest, and returns the outcome. */
const written = (changes: ReadonlyArray<FileChange>, excepted: ReadonlyArray<string> = []) => {
  const except = excepted.map((pattern) => ({ pattern: `${workspace}/${pattern}`, mode: "w" as const }))
  const access: ReadonlyArray<FileAccess> = [{ path: workspace, mode: "rw", scope: "tree", except }]
  return Effect.runPromise(
    Effect.gen(function* () {
      const files = (yield* FileSystems).open(access, workspace)
      const { entries } = yield* copyIn({ tool: "guest", files, access, starts: [workspace], bounds })
      return yield* writeBack({ tool: "guest", files, changes, given: entries, workspace })
    }).pipe(Effect.provide(LinuxFileSystems.layer))
  )
}

describe("a folder that a guest made", () => {
  it("exists afterwards, empty, nested or filled, and is reported once", async () => {
    const changes = [
      directory("empty"),
      directory("outer"),
      directory("outer/inner"),
      directory("filled"),
      directory("filled/deep"),
      file("filled/deep/x", "new")
    ]
    expect(await written(changes)).toEqual({ modified: ["empty", "outer/inner", "filled/deep/x"], error: undefined })
    expect([readdirSync(here("empty")), readdirSync(here("outer/inner")), got("filled/deep/x")]).toEqual([
      [],
      [],
      "new"
    ])
  })

  it("succeeds if another program has made it meanwhile", async () => {
    mkdirSync(here("made"))
    const { error } = await written([directory("made"), directory("made/sub")])
    expect([error, readdirSync(here("made"))]).toEqual([undefined, ["sub"]])
  })

  it("is not made if the grant excepts it, and neither is its content", async () => {
    const changes = [directory("kept"), file("kept/x", "new"), directory("kept/sub"), directory("other")]
    const { modified, error } = await written(changes, ["kept"])
    expect([modified, error?.details]).toEqual([["other"], { paths: ["kept", "kept/x", "kept/sub"] }])
    expect(error?.message).toContain('"kept/x" (Its parent folder could not be created.)')
    expect(readdirSync(workspace)).toEqual(["other"])
  })

  it("may replace a folder that the guest removed, and keeps entries that the guest did not see", async () => {
    mkdirSync(here("old/sub"), { recursive: true })
    put("old/x", "")
    const changes = [directory("new"), directory("new/sub"), deleted("old/x"), deleted("old/sub"), deleted("old")]
    expect(await written(changes)).toEqual({
      modified: ["new/sub", "old/x", "old/sub", "old"],
      error: undefined
    })
    expect([readdirSync(workspace), readdirSync(here("new"))]).toEqual([["new"], ["sub"]])
  })
})

describe("an entry that replaces another one", () => {
  it("may be a file instead of a link, and the link's target does not change", async () => {
    put("target", "old")
    symlinkSync("target", here("link"))
    expect(await written([file("link", "new")])).toEqual({ modified: ["link"], error: undefined })
    expect([got("target"), lstatSync(here("link")).isFile(), got("link")]).toEqual(["old", true, "new"])
  })

  it("may be a folder instead of a link, and the link's target does not change", async () => {
    mkdirSync(here("other"))
    put("other/x", "old")
    symlinkSync("other", here("link"))
    const { modified, error } = await written([directory("link"), file("link/x", "new")])
    expect([modified, error]).toEqual([["link/x"], undefined])
    expect([got("other/x"), got("link/x")]).toEqual(["old", "new"])
  })

  it("may be a folder instead of a file", async () => {
    put("a", "old")
    expect(await written([directory("a"), file("a/x", "new")])).toEqual({ modified: ["a/x"], error: undefined })
    expect(got("a/x")).toBe("new")
  })

  it("may be an empty folder instead of a file or a link", async () => {
    put("a", "old")
    symlinkSync("a", here("link"))
    expect(await written([directory("a"), directory("link")])).toEqual({ modified: ["a", "link"], error: undefined })
    expect(["a", "link"].map((name) => lstatSync(here(name)).isDirectory())).toEqual([true, true])
  })

  it("may be a file instead of a folder with everything that the guest saw in it", async () => {
    mkdirSync(here("a/sub"), { recursive: true })
    put("a/x", "")
    put("a/sub/y", "")
    symlinkSync("x", here("a/link"))
    expect(await written([file("a", "new")])).toEqual({ modified: ["a"], error: undefined })
    expect(got("a")).toBe("new")
  })

  it("is not written, and neither is anything beneath it, if the old entry may not be changed", async () => {
    mkdirSync(here("other"))
    symlinkSync("other", here("link"))
    const { modified, error } = await written([directory("link"), file("link/x", "new")], ["link"])
    expect([modified, error?.details]).toEqual([[], { paths: ["link", "link/x"] }])
    expect([readlinkSync(here("link")), readdirSync(here("other"))]).toEqual(["other", []])
  })
})

it("names a refused file on one line, and cuts a long name", async () => {
  const { error } = await written([file("a\nb\u202ec\u2028d", "new"), file("x".repeat(1_100), "new")], ["*"])
  expect(error?.message).toContain('"a b c d" (')
  expect(error?.message).toContain(`"${"x".repeat(1_000)}…" (`)
})

it("deletes nothing after a refused write, so that moved files are not lost", async () => {
  put("precious", "only here")
  const { modified, error } = await written([file("kept/moved", "only here"), deleted("precious")], ["kept/**"])
  expect([modified, error?.details]).toEqual([[], { paths: ["kept/moved", "precious"] }])
  expect(error?.message).toMatch(/"precious" \(Not deleted, because another change was refused\.\)\.$/)
  expect(got("precious")).toBe("only here")
})

describe("a folder that keeps turning into a link and back", () => {
  /** Runs a process that keeps swapping `d` for a link out of the workspace and back, until the process is killed. */
  const swapping = async (outside: string) => {
    mkdirSync(here("d"))
    const swap = `
      const fs = require("fs"), [, d, outside] = process.argv
      const tried = (act) => { try { act() } catch {} }
      console.log("begun")
      for (let n = 0; ; n++) {
        tried(() => fs.renameSync(d, d + ".old"))
        tried(() => fs.symlinkSync(outside, d))
        tried(() => fs.unlinkSync(d))
        tried(() => fs.mkdirSync(d))
        tried(() => fs.rmSync(d + ".old", { recursive: true, force: true }))
      }`
    const child = spawn(process.execPath, ["-e", swap, here("d"), outside], { stdio: ["ignore", "pipe", "inherit"] })
    await once(child.stdout, "data")
    return {
      [Symbol.asyncDispose]: async () => {
        const gone = once(child, "exit")
        child.kill("SIGKILL")
        await gone
      }
    }
  }

  it("leads a naive writer out of the workspace, but no change of a guest", async () => {
    const outside = join(folder, "outside")
    mkdirSync(outside)
    await using _swap = await swapping(outside)
    const isLink = () => lstatSync(here("d"), { throwIfNoEntry: false })?.isSymbolicLink() === true
    for (let lost = false; !lost; lost = existsSync(join(outside, "naive"))) {
      try {
        if (realpathSync(here("d")) !== here("d")) continue
        // A naive writer would be caught between its check and its write. Here that happens always, otherwise by
        // chance.
        while (!isLink());
        writeFileSync(here("d/naive"), "x")
      } catch {
        // At that moment, `d` was neither.
      }
    }
    rmSync(join(outside, "naive"))
    const changes = Array.from({ length: 10 }, (_, n) => file(`d/${n}`, "x"))
    let done = 0
    for (let turn = 0; turn < 200; turn++)
      done += (await written([directory("d"), directory(`d/sub/${turn}`), ...changes])).modified.length
    expect(done).toBeGreaterThan(0)
    expect(readdirSync(outside)).toEqual([])
  })
})
