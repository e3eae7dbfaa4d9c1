import type { FileException, ResolvedPath } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { compileAccess } from "../../src/access.ts"

const found = (one: FileException, path: string, letter: "r" | "w" = "w", isFolder = false) =>
  compileAccess([{ path: "/w" as ResolvedPath, mode: "rw", scope: "tree", except: [one] }]).forbids(
    letter,
    path,
    isFolder
  )

describe("an exception", () => {
  it("covers what its pattern matches, in upper and lower case, for its letters", () => {
    for (const pattern of ["/**/.env/**", "**/.env", "/w/a/.env", "/**/.ENV"])
      expect([pattern, found({ pattern, mode: "w" }, "/w/a/.Env")]).toEqual([pattern, true])
    expect(found({ pattern: "/**/.env", mode: "w" }, "/w/.env", "r")).toBe(false)
    expect(found({ pattern: "/**/.env", mode: "rw" }, "/w/.env", "r")).toBe(true)
    expect(found({ pattern: "/**/.env", mode: "rw" }, "/w/.environment", "r")).toBe(false)
    expect(found({ pattern: "[", mode: "r" }, "/w/anything", "r")).toBe(true)
  })

  it("does not cover paths in `unless`, which are case-sensitive", () => {
    const one: FileException = { pattern: "/**/.husky/**", mode: "w", unless: ["/w/a/.husky/**", "["] }
    expect(["/w/.husky", "/w/a/.husky/x", "/w/a/.HUSKY/x"].map((path) => found(one, path))).toEqual([true, false, true])
  })

  it("may cover files only", () => {
    const one: FileException = { pattern: "/**/.git", mode: "w", of: "file" }
    expect([found(one, "/w/.git"), found(one, "/w/.git", "w", true), found(one, "/w/.git/x")]).toEqual([
      true,
      false,
      false
    ])
  })
})
