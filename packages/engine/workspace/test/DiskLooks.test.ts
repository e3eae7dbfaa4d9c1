import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { CommandResource, JsonObject, ResolvedPath, Resource } from "@toolgate/core"
import { Resources } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { countPins } from "../src/DiskLooks.ts"
import * as NodePins from "../src/NodePins.ts"
import { PathPins } from "../src/PathPins.ts"
import * as PinnedResources from "../src/PinnedResources.ts"
import { contextIn, toolWith } from "./resolving.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-looks-")))
const ws = join(base, "ws") as ResolvedPath
const deep = "d/".repeat(100)
mkdirSync(join(ws, deep), { recursive: true })
writeFileSync(join(ws, ".env"), "SECRET")
for (let i = 0; i < 40; i++) symlinkSync(`${"d/../".repeat(60)}link-${i + 1}`, join(ws, `link-${i}`))
for (const name of ["a/b/c", "packages/@scope/x/src"]) mkdirSync(join(ws, name), { recursive: true })

let asked = 0
const runtime = ManagedRuntime.make(
  PinnedResources.layer.pipe(
    Layer.provide(
      Layer.effect(
        PathPins,
        Effect.map(PathPins, (pins) => countPins(pins, () => void asked++))
      )
    ),
    Layer.provide(NodePins.layer)
  )
)
afterAll(async () => {
  await runtime.dispose()
  rmSync(base, { recursive: true, force: true })
})

const resources = await runtime.runPromise(Resources)

/** Returns the resources of a shell command. */
const shell = async (command: string): Promise<ReadonlyArray<Resource>> => {
  const args: JsonObject = { command }
  return runtime.runPromise(
    resources.resolve(toolWith({ kind: "shell", arg: "/command" }), args, contextIn(ws)) as Effect.Effect<
      ReadonlyArray<Resource>
    >
  )
}

const kinds = (parts: ReadonlyArray<Resource>) => new Set(parts.map(({ kind }) => kind))

const pathsOf = (parts: ReadonlyArray<Resource>) =>
  parts.flatMap((part) => (part.kind === "command" ? (part as CommandResource).paths : []))

const reasons = (parts: ReadonlyArray<Resource>) =>
  parts.flatMap((part) => (part.kind === "unread" ? [part.reason] : []))

const tooMany = "Finding the files that the command may name takes more than 30000 looks at the disk."
const tooLong =
  "A path in the command is longer than 4096 bytes, or has a name longer than 255 bytes, unless a program shortens it."

describe("all words of an ordinary command are looked up", () => {
  const files = (count: number, name: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => name(i)).join(" ")
  const prose = "fix(reader): close, at last; see #12, a=b, me@example.org and src/reader.ts: it's \\`closed\\`.\n"

  it.each([
    ["six hundred files", `git add ${files(600, (i) => `a/b/c/file-${i}.ts`)}`],
    ["two thousand files", `git add ${files(2_000, (i) => `a/b/c/file-${i}.ts`)}`],
    ["files of a scope", `git add ${files(600, (i) => `packages/@scope/x/src/file-${i}.test.ts`)}`],
    ["files after a folder that may be missing", `cd a; git add ${files(600, (i) => `b/c/file-${i}.ts`)}`],
    ["a message of 10 KB", `git commit -m "${prose.repeat(110)}"`],
    ["a message of 60 KB", `git commit -m "${prose.repeat(630)}"`],
    ["a message without a slash", `git commit -m "${prose.replaceAll("/", ",").repeat(110)}"`],
    ["many options", `mvn ${files(400, (i) => `-Dname.of.the-${i}=/a/value,b:c`)}`],
    ["a script", `npm run build -- ${files(900, (i) => `--define:KEY_${i}=v${i}`)}`]
  ])("%s", async (_name, text) => {
    const parts = await shell(`${text} .env`)
    expect(kinds(parts)).toEqual(new Set(["command"]))
    expect(pathsOf(parts)).toContain(join(ws, ".env"))
  })
})

describe("a look-up beyond the bound is unread, and the reason names the bound", () => {
  it("after thirty thousand steps, and earlier results stay known", async () => {
    const words = Array.from({ length: 9_000 }, (_, i) => `w${i}`).join(" ")
    const parts = await shell(`cat .env ${words}`)
    expect(reasons(parts)).toEqual([tooMany])
    expect(pathsOf(parts)).toContain(join(ws, ".env"))
  })

  it("for a long path that a program may shorten", async () => {
    const long = "x".repeat(300)
    for (const text of [
      `git diff ${long}/../.env`,
      `git diff --output=${long}/../.env`,
      `cat ${"a/../".repeat(1_000)}.env`,
      `cat --file=${"a/../".repeat(1_000)}.env`,
      `cat .env,${"a/../".repeat(1_000)}b`,
      `cat ${long}/..`
    ])
      expect(reasons(await shell(text)), text).toEqual([tooLong])
  })

  it("for a path that is too long together with the folder in which the command runs", async () => {
    const name = "n".repeat(200)
    const folders = Array.from({ length: 19 }, () => name).join("/")
    expect(reasons(await shell(`cd ${folders} && cat ${name}/${name}/.env`))).toEqual([tooLong])
  })

  it("except words that cannot name a file", async () => {
    for (const text of [
      `echo ${"x".repeat(300)}`,
      `echo ${"x/".repeat(3_000)}`,
      `echo ${"x".repeat(300)}/../${"y".repeat(300)}`
    ])
      expect(reasons(await shell(text)), text).toEqual([])
  })
})

it("accesses the disk at most thirty thousand times for any words", async () => {
  const piece = fc.constantFrom(
    "=",
    ",",
    ":",
    "@",
    "/",
    ".",
    "..",
    "../",
    "a",
    "d/",
    deep,
    "link-0",
    "link-20/",
    "x",
    "-abcdefghijkl"
  )
  const word = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 800 }))
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 30 }), async (words) => {
      asked = 0
      const text = words.map(([pieces, times], i) => `${pieces.join("").repeat(times)}${i}`).join(" ")
      await shell(`echo ${text}`.slice(0, 65_000))
      expect(asked).toBeLessThanOrEqual(30_000)
    }),
    runs(15)
  )
})
