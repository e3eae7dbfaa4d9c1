import { describe, expect, it } from "vitest"
import { parsePath } from "../src/parsePath.ts"

describe("a path", () => {
  it("is cut into its names", () => {
    expect(parsePath("a//./b/../c", "linux")).toEqual({ root: undefined, names: ["a", "b", "..", "c"], folder: false })
    expect(parsePath("//a", "linux")).toEqual({ root: "/", names: ["a"], folder: false })
    for (const path of ["a/", "a/.", "a/..", "/", ".", ".."]) expect(parsePath(path, "linux")?.folder).toBe(true)
  })

  it("keeps on Linux the names that only Windows folds", () => {
    for (const name of ["a. ", "a:b", "con", "a\\b", "C:\\x", "file::$DATA", "a~1"]) {
      expect(parsePath(name, "linux")).toEqual({ root: undefined, names: [name], folder: false })
    }
  })

  it("is cut at both separators of Windows, and starts at a drive or nowhere", () => {
    expect(parsePath("a\\..\\b/c", "win32")?.names).toEqual(["a", "..", "b", "c"])
    expect(parsePath("c:/x", "win32")).toEqual({ root: "C:\\", names: ["x"], folder: false })
    for (const path of ["C:x", "\\x", "/x", "\\\\server\\share\\x", "\\\\?\\C:\\x", "\\\\.\\pipe\\x"]) {
      expect(parsePath(path, "win32")).toBeUndefined()
    }
  })

  it("is invalid on Windows if it is an alternative name", () => {
    for (const name of [
      "x.",
      "x ",
      "x...",
      "file::$DATA",
      "x:y",
      "CON",
      "nul.txt",
      "com1",
      "LPT¹.x",
      "PROGRA~1",
      "a?b"
    ]) {
      expect(parsePath(`a\\${name}\\b`, "win32")).toBeUndefined()
    }
    expect(parsePath("console\\.gitignore\\a..b", "win32")?.names).toEqual(["console", ".gitignore", "a..b"])
  })

  it("is bounded in bytes", () => {
    expect(parsePath("é".repeat(127), "linux")).toBeDefined()
    expect(parsePath("é".repeat(128), "linux")).toBeUndefined()
    expect(parsePath("a/".repeat(2048), "linux")).toBeDefined()
    expect(parsePath(`${"a/".repeat(2048)}a`, "linux")).toBeUndefined()
  })
})
