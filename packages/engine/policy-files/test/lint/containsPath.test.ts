import { PathPattern } from "@toolgate/core/access"
import { getLeastCount, runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { containsPath, type WrittenPath } from "../../src/lint/containsPath.ts"

const allow = (text: string): WrittenPath => ({ text, wide: false })
const deny = (text: string): WrittenPath => ({ text, wide: true })

describe("a path pattern contains another", () => {
  it.each([
    ["an allow of a tree and of a file in it", allow("src/**"), allow("src/a.ts"), true],
    ["the same tree", allow("src/**"), allow("src/**"), true],
    ["a tree and its own folder", allow("src/**"), allow("src"), true],
    ["a tree and the files of one kind in it", allow("src/**"), allow("src/*/x*.ts"), true],
    ["files of one kind and all files", allow("src/*.ts"), allow("src/*"), false],
    ["one level and two", allow("src/*"), allow("src/*/a"), false],
    ["any depth and one", allow("**/a"), allow("x/*/a"), true],
    ["any depth and any depth beneath", allow("**/a"), allow("x/**/a"), true],
    ["one depth and any", allow("x/*/a"), allow("x/**/a"), false],
    ["a name in another case", allow("src/A"), allow("src/a"), false],
    ["a denied name in another case", deny("src/A"), allow("src/a"), true],
    ["a deny anywhere and an allow in the workspace", deny("**/.env"), allow("src/.env"), true],
    ["a deny anywhere and an allow on the machine", deny("**/.env"), allow("/etc/.env"), true],
    ["a deny anywhere and an allow of a tree", deny("**/.env"), allow("src/**"), false],
    ["a deny of the workspace and one anywhere", deny("src/**"), deny("**/src/a"), false],
    ["a deny on the machine and an allow in the workspace", deny("/etc/**"), allow("etc/a"), false],
    ["what one spelling matches and every spelling", allow("src/**"), deny("src/a"), false],
    ["an escaped star and a name", allow("a\\*"), allow("ab"), false],
    ["a star and an escaped star", allow("a*"), allow("a\\*"), true],
    ["two unlike globs", allow("a*c"), allow("a?c"), false],
    ["all of the workspace and a file of the machine", allow("**"), allow("/etc/a"), false],
    ["beneath a drive", allow("C:/a/**"), allow("C:/a/b"), false]
  ])("%s", (_what, outer, inner, expected) => {
    expect(containsPath(outer, inner)).toBe(expected)
  })

  it("only if it matches every path that the other one matches", () => {
    const name = fc.constantFrom("a", "A", "b", "*", "**", "a*", "*b", "?", "a?", "\\*", "é", "é", "ß")
    const pattern = fc
      .tuple(fc.boolean(), fc.array(name, { minLength: 1, maxLength: 4 }))
      .map(([root, names]) => `${root ? "/" : ""}${names.join("/")}`)
    const path = fc
      .tuple(
        fc.constantFrom("/w", "/w", "/a"),
        fc.array(fc.constantFrom("a", "A", "b", "ab", "aB", "*", "\u00e9", "e\u0301", "\u00df", "w"), { maxLength: 5 })
      )
      .map(([from, names]) => [from, ...names].join("/"))
    const read = ({ text, wide }: WrittenPath) =>
      PathPattern.parse(wide && text.startsWith("**") ? `/${text}` : text, { folded: wide })
    let contained = 0
    fc.assert(
      fc.property(
        pattern,
        pattern,
        fc.boolean(),
        fc.boolean(),
        fc.array(path, { minLength: 5 }),
        (o, i, ow, iw, paths) => {
          const [outer, inner] = [
            { text: o, wide: ow },
            { text: i, wide: iw }
          ]
          const [outerPattern, innerPattern] = [read(outer), read(inner)]
          if (typeof outerPattern === "string" || typeof innerPattern === "string") return
          if (!containsPath(outer, inner)) return
          contained++
          for (const one of paths)
            if (innerPattern.matches(one, "/w")) expect([one, outerPattern.matches(one, "/w")]).toEqual([one, true])
        }
      ),
      runs(4000)
    )
    expect(contained).toBeGreaterThanOrEqual(getLeastCount(0.03, runs(4000)))
  })
})
