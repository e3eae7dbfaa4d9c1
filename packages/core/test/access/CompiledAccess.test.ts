import type { FileAccess, FileException, FileMode, ResolvedPath } from "@toolgate/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "../../../testing/src/runs.ts"
import { compileAccess, coversPath, getGrantedMode, includesMode, isBeneath } from "../../src/access.ts"

const tree = (path: string, mode: FileMode, except?: ReadonlyArray<FileException>): FileAccess => ({
  path: path as ResolvedPath,
  mode,
  scope: "tree",
  ...(except === undefined ? {} : { except })
})
const exact = (path: string, mode: FileMode): FileAccess => ({ ...tree(path, mode), scope: "exact" })

describe("lettersAt", () => {
  it("returns the union of the entries that cover the path", () => {
    const access = [tree("/w", "r"), tree("/w/out", "w"), exact("/etc/hosts", "r")]
    expect(
      ["/w/a", "/w/out/a", "/etc/hosts", "/etc/hosts/x", "/wide"].map((path) => compileAccess(access).lettersAt(path))
    ).toEqual(["r", "rw", "r", "", ""])
  })

  it("ignores entries that forbid reading, and removes writing that an entry forbids", () => {
    const access = [
      tree("/w", "rw", [
        { pattern: "/**/.env", mode: "r" },
        { pattern: "/**/.git", mode: "w" }
      ])
    ]
    expect(["/w/.env", "/w/.git", "/w/a"].map((path) => compileAccess(access).lettersAt(path))).toEqual(["", "r", "rw"])
    expect(compileAccess([...access, exact("/w/.env", "r")]).lettersAt("/w/.env")).toBe("r")
    expect(getGrantedMode(access, "/w/.env")).toBe("rw")
  })

  it("applies the exceptions of the other path of the same file", () => {
    const access = compileAccess([tree("/w", "rw", [{ pattern: "/w/secret", mode: "rw" }]), exact("/tmp/link", "rw")])
    expect([access.lettersAt("/tmp/link"), access.lettersAt("/tmp/link", false, "/w/secret")]).toEqual(["rw", ""])
  })

  it("does not apply exceptions for files to a folder of that name", () => {
    const access = compileAccess([tree("/w", "rw", [{ pattern: "/**/.git", mode: "w", of: "file" }])])
    expect([access.lettersAt("/w/.git"), access.lettersAt("/w/.git", true)]).toEqual(["r", "rw"])
  })
})

describe("coverage", () => {
  it("returns allowed, denied or outside, and outside reveals nothing", () => {
    const access = compileAccess([tree("/w", "r", [{ pattern: "/**/.env", mode: "r" }])])
    expect(access.coverage("/w/a", "r")).toBe("allowed")
    expect(access.coverage("/w/a", "rw")).toBe("denied")
    expect(access.coverage("/w/.env", "r")).toBe("outside")
    expect(access.coverage("/x", "r")).toBe("outside")
    // The access names the path, and allows nothing there.
    expect(compileAccess([tree("/w", "w", [{ pattern: "/w/a", mode: "w" }])]).coverage("/w/a", "w")).toBe("denied")
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
            !compileAccess([one]).forbids("r", path)
        )
        const may = (letter: string) =>
          shown.some((one) => one.mode.includes(letter) && (letter === "r" || !compileAccess([one]).forbids("w", path)))
        const allowed = [...need].every(may)
        const compiled = compileAccess(access)
        expect(compiled.coverage(path, need)).toBe(shown.length === 0 ? "outside" : allowed ? "allowed" : "denied")
        expect([includesMode(compiled.lettersAt(path), need), shown.every((one) => coversPath(one, path))]).toEqual([
          allowed,
          true
        ])
      }),
      runs(3000)
    )
  })
})

describe("compileAccess", () => {
  it("compiles frozen exceptions once and mutable ones each time", () => {
    const frozen = Object.freeze([Object.freeze({ pattern: "/**/.env", mode: "rw" as const })])
    const unfrozen = [{ pattern: "/**/.env", mode: "rw" as const }]
    const compiled = (except: ReadonlyArray<FileException>) => compileAccess([tree("/w", "rw", except)]).entries[0]
    expect(compiled(frozen)?.exceptions).toBe(compiled(frozen)?.exceptions)
    expect(compiled([...frozen])?.exceptions?.all[0]).toBe(compiled(frozen)?.exceptions?.all[0])
    expect(compiled(unfrozen)?.exceptions).not.toBe(compiled(unfrozen)?.exceptions)
  })

  it("ignores changes to the list after compiling", () => {
    const unless = ["/w/a/**"]
    const one: { pattern: string; mode: FileMode; unless: Array<string> } = { pattern: "/w/b", mode: "rw", unless }
    const except = Object.freeze([Object.freeze({ pattern: "/w/c", mode: "r" as const, unless }), one])
    const access = Object.freeze([Object.freeze(tree("/w", "rw", except))])
    const letters = (compiled: ReturnType<typeof compileAccess>) =>
      ["/w/a", "/w/b", "/w/c", "/w/d"].map((path) => compiled.lettersAt(path))
    const before = compileAccess(access)
    expect(letters(before)).toEqual(["rw", "", "", "rw"])
    unless[0] = "/w/c"
    one.pattern = "/w/d"
    one.mode = "w"
    expect(letters(before)).toEqual(["rw", "", "", "rw"])
    expect(letters(compileAccess(access))).toEqual(["rw", "rw", "rw", "r"])
  })

  it("gives the same answers for frozen, compiled and new lists", () => {
    const pattern = fc.constantFrom("/**/a", "/a/**", "/b", "**/A", "a", "[", "/**/b/a")
    const mode = fc.constantFrom<FileMode>("r", "w", "rw")
    const exception = fc.record(
      { pattern, mode, unless: fc.array(pattern, { maxLength: 2 }), of: fc.constant("file" as const) },
      { requiredKeys: ["pattern", "mode"] }
    )
    const name = fc.array(fc.constantFrom("a", "b", "A"), { maxLength: 3 }).map((names) => `/${names.join("/")}`)
    fc.assert(
      fc.property(
        fc.array(exception, { maxLength: 4 }),
        mode,
        fc.array(name),
        fc.boolean(),
        (except, of, paths, isFolder) => {
          const frozen = Object.freeze(
            except.map((one) =>
              Object.freeze({ ...one, ...(one.unless === undefined ? {} : { unless: Object.freeze([...one.unless]) }) })
            )
          )
          const answers = (list: ReadonlyArray<FileException>) => {
            const access = compileAccess([tree("/", of, list)])
            return paths.map((path) => [access.lettersAt(path, isFolder), access.coverage(path, of)])
          }
          const fresh = answers(except)
          expect([answers(frozen), answers(frozen), answers([...frozen])]).toEqual([fresh, fresh, fresh])
        }
      ),
      runs(1000)
    )
  })
})
