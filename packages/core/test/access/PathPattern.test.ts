import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "../../../testing/src/runs.ts"
import { escapePattern, fold, PathPattern } from "../../src/access.ts"

const parsed = (text: string, folded = false): PathPattern => {
  const pattern = PathPattern.parse(text, { folded })
  if (typeof pattern === "string") throw new Error(`${text} ${pattern}`)
  return pattern
}

const matching = (text: string, paths: ReadonlyArray<string>, folded = false, from = "/w") =>
  paths.filter((path) => parsed(text, folded).matches(path, from))

describe("a path pattern", () => {
  it.each([
    ["src/**", "/w/src|/w/src/a|/w/src/a/b", "/w/srcs|/w|/src/a|/w/a/src/a|/w-evil/src/a"],
    ["src", "/w/src", "/w/src/a|/w/srcs|/w/xsrc"],
    ["src/", "/w/src", "/w/src/a"],
    ["./src//a", "/w/src/a", "/w/src"],
    ["**", "/w|/w/a|/w/a/b", "/|/x|/wa"],
    [".", "/w", "/w/a|/"],
    ["**/a", "/w/a|/w/b/a|/w/b/c/a", "/w/ba|/w/a/b|/w"],
    ["a/**/b", "/w/a/b|/w/a/x/b|/w/a/x/y/b|/w/a/b/b", "/w/a|/w/ab|/w/a/bx|/w/x/a/b"],
    ["**/a/**/b/**", "/w/a/b|/w/x/a/y/b/z|/w/a/a/b", "/w/a|/w/b/a|/w/ab"],
    ["*", "/w/a|/w/.env|/w/\u{1f600}", "/w|/w/a/b"],
    ["*.ts", "/w/a.ts|/w/.ts|/w/a.b.ts", "/w/a.tsx|/w/a/b.ts|/w/ts"],
    ["a*b*c", "/w/abc|/w/axbxc|/w/abbcc|/w/abcbc", "/w/ab|/w/acb|/w/abcx"],
    ["?", "/w/a|/w/\u{1f600}|/w/\u00e9", "/w/ab|/w|/w/e\u0301"],
    ["a?c", "/w/abc|/w/a?c", "/w/ac|/w/abbc|/w/a/c"],
    ["\\*", "/w/*", "/w/a|/w/\\*"],
    ["\\?\\[a\\]\\{b\\}\\\\", "/w/?[a]{b}\\", "/w/x[a]{b}\\"],
    ["a!b", "/w/a!b", "/w/ab"],
    ["\\!a", "/w/!a", "/w/a"],
    ["/", "/", "/w|/w/a"],
    ["/**", "/|/w|/a/b", ""],
    ["/etc/**", "/etc|/etc/passwd", "/w/etc|/etcetera|/w"],
    ["/**/.env", "/.env|/a/b/.env", "/a/.envx|/a/.env/b"],
    ["//etc///passwd", "/etc/passwd", "/etc"],
    ["/w/./a", "/w/a", "/w"],
    ["C:/a/*", "C:\\a\\b|C:\\a\\c", "D:\\a\\b|C:\\a|/w/C:/a/b|C:\\A\\b"],
    ["a:b", "/w/a:b", "/w/a"],
    ["__proto__/*", "/w/__proto__/constructor", "/w/__proto__"],
    [" a ", "/w/ a ", "/w/a"],
    ["...", "/w/...", "/w/..|/w"]
  ])("%j matches %j and not %j", (text, yes, no) => {
    expect(matching(text, yes.split("|"))).toEqual(yes.split("|"))
    if (no !== "") expect(matching(text, no.split("|"))).toEqual([])
  })

  it("starts at the root if it is relative to the root", () => {
    expect(matching("a", ["/a", "/b/a"], false, "/")).toEqual(["/a"])
    expect(matching("a", ["C:\\w\\a", "C:\\a"], false, "C:\\w")).toEqual(["C:\\w\\a"])
  })

  it("distinguishes letter case and the forms of Unicode, unless it is folded", () => {
    const spellings = ["/w/Caf\u00e9", "/w/CAF\u00c9", "/w/cafe\u0301", "/W/caf\u00e9"]
    expect(matching("Caf\u00e9", spellings)).toEqual(["/w/Caf\u00e9"])
    expect(matching("Caf\u00e9", spellings, true)).toEqual(spellings)
    expect(matching("/W/CAFE\u0301", spellings, true)).toEqual(spellings)
    expect(matching("C*\u00e9", spellings, true)).toEqual(spellings)
    expect(matching("c:/A", ["C:\\a", "c:\\A"], true)).toEqual(["C:\\a", "c:\\A"])
    for (const [one, other] of [
      ["\u017f", "s"],
      ["\u212a", "k"],
      ["\u212b", "\u00e5"],
      ["\u1e9e", "\u00df"]
    ] as const)
      expect(matching(one, [`/w/${other}`], true)).toEqual([`/w/${other}`])
  })

  it("matches names in every letter case after a wildcard, if it is folded", () => {
    expect(
      matching(
        "\u03a3\u0391\u03a3*",
        ["/w/\u03a3\u0391\u03a3", "/w/\u03a3\u0391\u03a3\u0391", "/w/\u03c3\u03b1\u03c3.x"],
        true
      )
    ).toHaveLength(3)
    expect(matching("\u03a3\u0391\u03a3?", ["/w/\u03c3\u03b1\u03c3\u03b1"], true)).toHaveLength(1)
    expect(matching("\u03b1\u03c2", ["/w/\u03b1\u03c2", "/w/\u0391\u03a3"], true)).toHaveLength(2)
  })

  it.each([
    ["", "is empty"],
    ["a".repeat(4097), "is longer than 4096 characters"],
    ["a\0b", "holds a control character"],
    ["a\nb", "holds a control character"],
    ["a\u0085b", "holds a control character"],
    ["../a", 'holds ".."; write where it leads'],
    ["/a/../b", 'holds ".."; write where it leads'],
    ["a/..", 'holds ".."; write where it leads'],
    ["a**", 'holds "**" beside other characters; it stands for whole names'],
    ["**a", 'holds "**" beside other characters; it stands for whole names'],
    ["***", 'holds "**" beside other characters; it stands for whole names'],
    ["a\\", "ends in a backslash; write two for one"],
    ["a\\/b", "ends in a backslash; write two for one"],
    ["[a]", 'holds "[", which means nothing here; write "\\[" for the character itself'],
    ["a]", 'holds "]", which means nothing here; write "\\]" for the character itself'],
    ["{a,b}", 'holds "{", which means nothing here; write "\\{" for the character itself'],
    ["a}", 'holds "}", which means nothing here; write "\\}" for the character itself'],
    ["!a", 'holds "!", which means nothing here; write "\\!" for the character itself']
  ])("is not %j", (text, problem) => {
    for (const folded of [false, true]) expect(PathPattern.parse(text, { folded })).toBe(problem)
  })

  it("exposes its text, its start and its literal names", () => {
    const { text, begins, prefix } = parsed("/a/./B/*.ts/c")
    expect({ text, begins, prefix }).toEqual({ text: "/a/./B/*.ts/c", begins: "root", prefix: ["a", "B"] })
    expect(parsed("a\\*/**/b").prefix).toEqual(["a*"])
    expect(parsed("**/a").prefix).toEqual([])
    expect(parsed("A/b", true).prefix).toEqual(["a", "b"])
    expect(parsed("c:\\a", true).prefix).toEqual(["c:", "a"].slice(0, 1).concat("a"))
  })
})

const name = fc
  .string({ minLength: 1, maxLength: 6, unit: "binary" })
  .filter((one) => !/[/\p{Cc}]|^\.{1,2}$/u.test(one))
const path = fc.array(name, { maxLength: 5 }).map((names) => `/${names.join("/")}`)

describe("a path as a pattern", () => {
  it("matches itself and nothing else", () => {
    fc.assert(
      fc.property(path, path, (one, other) => {
        const pattern = parsed(escapePattern(one))
        expect(pattern.matches(one, "/w")).toBe(true)
        expect(pattern.matches(other, "/w")).toBe(one === other)
        expect(parsed(escapePattern(one), true).matches(one, "/w")).toBe(true)
      }),
      runs(1000)
    )
    expect(parsed(escapePattern("C:\\a[1]\\b")).matches("C:\\a[1]\\b", "/w")).toBe(true)
  })
})

describe("folding", () => {
  it("is idempotent, and folds each part of a path alone as in the whole path", () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        expect(fold(fold(names.join("/")))).toBe(fold(names.join("/")))
        expect(fold(names.join("/")).split("/")).toEqual(names.map(fold))
      }),
      runs(2000)
    )
  })

  it("makes letter cases and the forms of Unicode equal", () => {
    fc.assert(
      // File systems differ about characters that become several in upper case, so those are left out.
      fc.property(
        name.filter((each) => [...each].every((one) => [...one.toUpperCase()].length === 1)),
        (one) => {
          const spellings = [one.toUpperCase(), one.toLowerCase(), one.normalize("NFD"), one.normalize("NFC")]
          expect(spellings.map(fold)).toEqual(spellings.map(() => fold(one)))
        }
      ),
      runs(3000)
    )
  })
})

describe("matching", () => {
  it("agrees with a naive implementation, name by name and character by character", () => {
    const piece = fc.constantFrom("a", "b", "*", "?", "**", "a*", "*a*b", "?b", "ab")
    const text = fc.tuple(fc.boolean(), fc.array(piece, { minLength: 1, maxLength: 5 }))
    const given = fc.array(fc.constantFrom("a", "b", "ab", "aab", "ba"), { maxLength: 5 })
    fc.assert(
      fc.property(text, given, ([root, pieces], names) => {
        const from = root ? "/" : "/w"
        const actual = parsed(`${root ? "/" : ""}${pieces.join("/")}`).matches(
          [from === "/" ? "" : from, ...names].join("/") || "/",
          from
        )
        expect(actual).toBe(plain(pieces, names))
      }),
      runs(5000)
    )
  })

  it("of these patterns explodes in a naive implementation", () => {
    let steps = 0
    const naive = (pattern: string, text: string): boolean => {
      if (++steps > 1_000_000) return false
      if (pattern === "") return text === ""
      if (pattern[0] === "*") return naive(pattern.slice(1), text) || (text !== "" && naive(pattern, text.slice(1)))
      return text !== "" && pattern[0] === text[0] && naive(pattern.slice(1), text.slice(1))
    }
    naive(`${"a*".repeat(12)}b`, "a".repeat(40))
    expect(steps).toBeGreaterThan(1_000_000)
    expect(parsed(`${"a*".repeat(12)}b`).matches(`/w/${"a".repeat(40)}`, "/w")).toBe(false)
  })
})

/** A naive implementation of the definition, regardless of time. */
const plain = (pieces: ReadonlyArray<string>, names: ReadonlyArray<string>): boolean => {
  const [piece, ...rest] = pieces
  if (piece === undefined) return names.length === 0
  if (piece === "**") return plain(rest, names) || (names.length > 0 && plain(pieces, names.slice(1)))
  const [first, ...others] = names
  const expression = new RegExp(`^${piece.replaceAll("*", ".*").replaceAll("?", ".")}$`, "u")
  return first !== undefined && expression.test(first) && plain(rest, others)
}
