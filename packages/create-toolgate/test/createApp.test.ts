import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import manifest from "../package.json" with { type: "json" }
import { AppNotCreated } from "../src/AppNotCreated.ts"
import { createApp } from "../src/createApp.ts"

const makeParent = (): string => {
  const path = mkdtempSync(join(tmpdir(), "create-toolgate-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Returns the message of the error with which no app was created. */
const problemOf = (parent: string, name: string): string => {
  try {
    createApp(parent, name)
  } catch (cause) {
    if (cause instanceof AppNotCreated) return cause.message
    throw cause
  }
  throw new Error(`The app "${name}" was created.`)
}

const files = [".gitignore", "README.md", "app.ts", "package.json", "toolgate.yaml"]

describe("createApp", () => {
  it.each(["a new folder", "an empty folder"])("creates an app in %s", (what) => {
    const parent = makeParent()
    if (what === "an empty folder") mkdirSync(join(parent, "shop"))
    expect(createApp(parent, "shop").toSorted()).toEqual(files)
    expect(readdirSync(join(parent, "shop")).toSorted()).toEqual(files)
    expect(readdirSync(parent)).toEqual(["shop"])
    expect(JSON.parse(readFileSync(join(parent, "shop/package.json"), "utf8"))).toEqual({
      name: "shop",
      private: true,
      type: "module",
      engines: manifest.engines,
      scripts: { start: "node app.ts", test: "toolgate policy test toolgate.yaml" },
      dependencies: { toolgate: `^${manifest.version}` }
    })
  })

  it.each(["..", ".", "/tmp/shop", "a/b", "../shop", "a\\b"])("refuses a path: %s", (name) => {
    const parent = makeParent()
    expect(problemOf(parent, name)).toBe(
      `${JSON.stringify(name)} is a path. Go to the folder in which the app is to be, and give a name alone, such as my-app.`
    )
    expect(readdirSync(parent)).toEqual([])
  })

  it.each([
    ["My App", "name can no longer contain capital letters, and name can only contain URL-friendly characters"],
    ["", "name length must be greater than zero"],
    [".shop", "name cannot start with a period"],
    ["node_modules", "node_modules is not a valid package name"],
    ["fs", "fs is a core module name"],
    ["a".repeat(215), "name can no longer contain more than 214 characters"]
  ])("refuses what npm takes for no name: %s", (name, why) => {
    const parent = makeParent()
    const problem = problemOf(parent, name)
    for (const part of why.split(", and ")) expect(problem).toContain(part)
    expect(readdirSync(parent)).toEqual([])
  })

  it("changes no folder that has files, and no file", () => {
    const parent = makeParent()
    mkdirSync(join(parent, "shop"))
    writeFileSync(join(parent, "shop/mine.txt"), "mine")
    writeFileSync(join(parent, "cart"), "mine")
    expect(problemOf(parent, "shop")).toBe(
      'The folder "shop" is not empty, and was not changed. Choose another name, or empty the folder first.'
    )
    expect(problemOf(parent, "cart")).toBe('"cart" is a file. Move it away, or choose another name.')
    expect(readdirSync(parent).toSorted()).toEqual(["cart", "shop"])
    expect(readdirSync(join(parent, "shop"))).toEqual(["mine.txt"])
  })

  it.each(["to an empty folder", "to nothing"])("follows no symbolic link: one that leads %s", (what) => {
    const [parent, elsewhere] = [makeParent(), join(makeParent(), "target")]
    if (what === "to an empty folder") mkdirSync(elsewhere)
    symlinkSync(elsewhere, join(parent, "shop"))
    expect(problemOf(parent, "shop")).toBe('"shop" is a symbolic link. Remove it, or choose another name.')
    expect(readlinkSync(join(parent, "shop"))).toBe(elsewhere)
    expect(existsSync(elsewhere) ? readdirSync(elsewhere) : []).toEqual([])
  })

  it("says that it may not write", () => {
    // Root may write everywhere, except where the kernel makes no folders.
    const parent = process.getuid?.() === 0 ? "/sys" : makeParent()
    if (parent !== "/sys") {
      chmodSync(parent, 0o500)
      onTestFinished(() => chmodSync(parent, 0o700))
    }
    expect(problemOf(parent, "shop")).toContain('The folder "shop" cannot be written: you may not write here.')
  })

  it("says that the current folder is gone", () => {
    const parent = join(makeParent(), "gone")
    expect(problemOf(parent, "shop")).toContain("the current folder no longer exists")
    expect(existsSync(parent)).toBe(false)
  })
})
