import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "../../../testing/src/runs.ts"
import { isBeneath } from "../../src/access.ts"

describe("isBeneath", () => {
  it.each([
    ["/a", "/a"],
    ["/a/b", "/a"],
    ["/a/b/c", "/a"],
    ["/", "/"],
    ["/a", "/"],
    ["/a\\b/c", "/a\\b"],
    ["C:\\a\\b", "C:\\a"],
    ["C:\\a", "C:\\"],
    ["\\\\server\\share\\a", "\\\\server\\share"]
  ])("is true for %j, %j", (path, root) => {
    expect(isBeneath(path, root)).toBe(true)
  })

  it.each([
    ["/ab", "/a"],
    ["/a-evil/x", "/a"],
    ["/a", "/a/b"],
    ["/b/a", "/a"],
    ["/A", "/a"],
    ["/a\\b", "/a"],
    ["/a ", "/a"],
    ["C:\\ab", "C:\\a"],
    ["C:\\a/b", "C:\\a"],
    ["\\\\server\\shared", "\\\\server\\share"],
    ["", "/"]
  ])("is false for %j, %j", (path, root) => {
    expect(isBeneath(path, root)).toBe(false)
  })

  it("is true exactly if the path's names begin with those of the root", () => {
    const names = fc.array(fc.constantFrom("a", "ab", "b", ".", "\\", " "), { maxLength: 4 })
    fc.assert(
      fc.property(names, names, (path, root) => {
        const begins = root.every((name, i) => path[i] === name)
        expect(isBeneath(`/${path.join("/")}`, `/${root.join("/")}`)).toBe(begins)
      }),
      runs(2000)
    )
  })
})
