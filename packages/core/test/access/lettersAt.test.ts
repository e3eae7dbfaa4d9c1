import type { FileAccess, FileException, FileMode, ResolvedPath } from "@toolgate/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "../../../testing/src/runs.ts"
import { coverage, exceptionOf, givenLetters, holdsMode, isBeneath, lettersAt, namesPath } from "../../src/access.ts"

const tree = (path: string, mode: FileMode, except?: ReadonlyArray<FileException>): FileAccess => ({
  path: path as ResolvedPath,
  mode,
  scope: "tree",
  ...(except === undefined ? {} : { except })
})
const exact = (path: string, mode: FileMode): FileAccess => ({ ...tree(path, mode), scope: "exact" })

describe("lettersAt", () => {
  it("returns what the entries give together, each beneath its own tree", () => {
    const access = [tree("/w", "r"), tree("/w/out", "w"), exact("/etc/hosts", "r")]
    expect(["/w/a", "/w/out/a", "/etc/hosts", "/etc/hosts/x", "/wide"].map((path) => lettersAt(access, path))).toEqual([
      "r",
      "rw",
      "r",
      "",
      ""
    ])
  })

  it("gives nothing of an entry that forbids reading the path, and no writing where an entry forbids that", () => {
    const access = [
      tree("/w", "rw", [
        { pattern: "/**/.env", mode: "r" },
        { pattern: "/**/.git", mode: "w" }
      ])
    ]
    expect(["/w/.env", "/w/.git", "/w/a"].map((path) => lettersAt(access, path))).toEqual(["", "r", "rw"])
    expect(lettersAt([...access, exact("/w/.env", "r")], "/w/.env")).toBe("r")
    expect(givenLetters(access, "/w/.env")).toBe("rw")
  })

  it("gives no more than at the path that is meant, whichever entry excepts that path", () => {
    const access = [tree("/w", "rw", [{ pattern: "/w/secret", mode: "rw" }]), exact("/tmp/link", "rw")]
    expect([lettersAt(access, "/tmp/link"), lettersAt(access, "/tmp/link", false, "/w/secret")]).toEqual(["rw", ""])
  })

  it("does not apply exceptions for files to a folder of that name", () => {
    const access = [tree("/w", "rw", [{ pattern: "/**/.git", mode: "w", of: "file" }])]
    expect([lettersAt(access, "/w/.git"), lettersAt(access, "/w/.git", true)]).toEqual(["r", "rw"])
  })
})

describe("coverage", () => {
  it("is allowed, denied or outside, and outside reveals nothing", () => {
    const access = [tree("/w", "r", [{ pattern: "/**/.env", mode: "r" }])]
    expect(coverage(access, "/w/a", "r")).toBe("allowed")
    expect(coverage(access, "/w/a", "rw")).toBe("denied")
    expect(coverage(access, "/w/.env", "r")).toBe("outside")
    expect(coverage(access, "/x", "r")).toBe("outside")
    // The access names the path, and allows nothing there.
    expect(coverage([tree("/w", "w", [{ pattern: "/w/a", mode: "w" }])], "/w/a", "w")).toBe("denied")
  })

  it("agrees with the entries, letter by letter", () => {
    const name = fc.array(fc.constantFrom("a", "b"), { maxLength: 3 }).map((names) => `/${names.join("/")}`)
    const mode = fc.constantFrom<FileMode>("r", "w", "rw")
    const exception = fc.record({ pattern: fc.constantFrom("/**/a", "/a/**", "/b"), mode })
    const entry = fc
      .tuple(name, mode, fc.constantFrom<"tree" | "exact">("tree", "exact"), fc.array(exception, { maxLength: 2 }))
      .map(([path, of, scope, except]): FileAccess => ({ ...tree(path, of, except), scope }))
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 3 }), name, mode, (access, path, need) => {
        const shown = access.filter(
          (one) =>
            (one.scope === "exact" ? path === one.path : isBeneath(path, one.path)) &&
            exceptionOf(one, path, "r") === undefined
        )
        const may = (letter: string) =>
          shown.some(
            (one) => one.mode.includes(letter) && (letter === "r" || exceptionOf(one, path, "w") === undefined)
          )
        const allowed = [...need].every(may)
        expect(coverage(access, path, need)).toBe(shown.length === 0 ? "outside" : allowed ? "allowed" : "denied")
        expect([holdsMode(lettersAt(access, path), need), shown.every((one) => namesPath(one, path))]).toEqual([
          allowed,
          true
        ])
      }),
      runs(3000)
    )
  })
})
