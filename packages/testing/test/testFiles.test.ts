import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { FileFailed, type Files, makeAwaitable, type ResolvedPath } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { testFiles } from "../src/index.ts"
import { failedCases } from "./failedCases.ts"

/** A naive adapter, which makes the path absolute and compares it as a string. */
const naive = (root: string): Files => {
  const at = <A>(path: string, act: (path: string) => A) =>
    makeAwaitable(
      Effect.try({
        try: () => {
          const whole = resolve(root, path)
          if (!whole.startsWith(root)) throw new FileFailed("Denied", path)
          return act(whole)
        },
        catch: (error) => (error instanceof FileFailed ? error : new FileFailed("Io", path))
      })
    )
  const write = (path: string, content: string | Uint8Array) =>
    at(path, (whole) => {
      mkdirSync(dirname(whole), { recursive: true })
      writeFileSync(whole, content)
      return { size: content.length, sizeBefore: undefined }
    })
  // A pipe would block the read for ever.
  const read = (path: string) =>
    at(path, (whole) => {
      if (!statSync(whole).isFile()) throw new FileFailed("NotAFile", path)
      return readFileSync(whole)
    })
  return {
    read: (path) => makeAwaitable(Effect.map(read(path), String)),
    readBytes: read,
    write,
    writeBytes: write,
    create: write,
    append: write,
    patch: (path) => at(path, () => ({ size: 0, sizeBefore: 0, line: 1 })),
    makeFolder: (path) => at(path, (whole) => mkdirSync(whole)),
    exists: (path) => makeAwaitable(Effect.map(at(path, readFileSync), () => true)),
    stat: (path) => at(path, (whole) => ({ kind: "file", size: statSync(whole).size })),
    list: (path) => at(path, (whole) => readdirSync(whole).map((name) => ({ name, kind: "file", size: 0 }))),
    delete: (path) => at(path, (whole) => rmSync(whole))
  }
}

it("fails for an adapter that compares paths as strings, in each case", async () => {
  const failed = await failedCases(
    (suite) =>
      testFiles(suite, {
        containment: "checked",
        open: (_access, workspace) => naive(workspace),
        resolved: async (path) => (realpathSync(dirname(path)) + path.slice(dirname(path).length)) as ResolvedPath
      }),
    (name) => !/pipe|device|socket|file system/.test(name)
  )
  expect(failed).toEqual(
    expect.arrayContaining([
      "denies every operation on a folder whose name begins like the workspace's",
      "denies every operation on an absolute link",
      "denies every operation on a link in the middle",
      "denies every operation on a dangling relative link",
      "calls a NUL byte a bad name",
      "denies every change if only reading was granted",
      "breaks a hard link on every kind of change, and keeps the file under its other name",
      "replaces a file and leaves no other file behind",
      "creates a missing file with its parent folders, and changes nothing at an existing path",
      "creates a file once among concurrent creators, and loses no content"
    ])
  )
  expect(failed).not.toContain("reads a plain relative path")
})
