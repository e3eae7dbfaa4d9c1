import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import fc from "fast-check"
import { expect } from "vitest"

/** An entry of a random tree. Entries are made in order; an entry whose place is taken is left out. */
type Grown = readonly ["file" | "folder", string] | readonly ["link", string, string]

const name = fc.constantFrom("a", "b", "c", "ws", "out")
const names = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"))

/** A path that may lead anywhere. "BASE" stands for the root of the tree. */
export const wild = fc
  .tuple(
    fc.constantFrom("", "", "", "./", "BASE/", "BASE/ws/", "/", "//", "../", "../../"),
    fc.array(fc.oneof({ weight: 4, arbitrary: name }, fc.constantFrom("..", "..", ".", "", "gone")), { maxLength: 6 }),
    fc.constantFrom("", "", "", "/", "/.", "/..")
  )
  .map(([start, parts, end]) => start + parts.join("/") + end)

const grown: fc.Arbitrary<Grown> = fc.oneof(
  fc.tuple(fc.constant("file" as const), names),
  fc.tuple(fc.constant("folder" as const), names),
  fc.tuple(fc.constant("link" as const), names, wild)
)

// Links that were made earlier can lead a name outside the tree. Nothing is made there.
const grow = (root: string, { 0: kind, 1: at, 2: target }: Grown) => {
  const path = join(root, at)
  for (const folder of foldersAbove(root, at)) {
    if (!isThere(folder)) mkdirSync(folder)
    if (kernelSays(folder)?.startsWith(`${root}/`) !== true || !statSync(folder).isDirectory()) return
  }
  if (isThere(path)) return
  if (kind === "folder") mkdirSync(path)
  else if (kind === "file") writeFileSync(path, "content")
  else symlinkSync((target ?? "").replace("BASE", root) || ".", path)
}

const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

const foldersAbove = (root: string, at: string) =>
  at.split("/").flatMap((_, i, all) => (i === 0 ? [] : [join(root, ...all.slice(0, i))]))

/** Returns where a path leads, if the kernel finds it. */
export const kernelSays = (path: string) => {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** Returns a function that grows a random tree with a folder `ws`, runs the body in it, and removes the tree. */
export const tree = (body: (root: string) => Promise<void>) => async (things: ReadonlyArray<Grown>) => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-walk-")))
  const root = mkdtempSync(join(base, "t-"))
  try {
    mkdirSync(join(root, "ws"))
    for (const thing of things) grow(root, thing)
    await body(root)
    expect(readdirSync(base)).toEqual([basename(root)])
  } finally {
    rmSync(base, { recursive: true })
  }
}

export const forest = fc.array(grown, { minLength: 5, maxLength: 25 })
