import { posix } from "node:path"
import { getLeastCount, runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fitsForm } from "../src/fitsForm.ts"
import { loadShellSyntax } from "../src/index.ts"
import { readGrammarFiles } from "../src/readGrammarFiles.ts"
import type { CommandPart } from "../src/ShellPart.ts"
import { realBash } from "./realBash.ts"
import { shellText } from "./shellTexts.ts"

const { parts } = await loadShellSyntax(readGrammarFiles)

const isOpaque = (text: string) => parts(text).some(({ kind }) => kind === "opaque")

/**
 * Whether the words of a run may be those of a command. For a loose word, bash passes one word, or as many as there are
 * files.
 */
const mayBe = (
  { argv, loose = [] }: Pick<CommandPart, "argv" | "loose">,
  words: ReadonlyArray<string>,
  at = 0
): boolean => {
  const word = argv[at]
  if (word === undefined) return words.length === 0
  const hole = loose.find((each) => each.at === at)
  if (hole === undefined) return words[0] === word && mayBe({ argv, loose }, words.slice(1), at + 1)
  return words.some(
    (_, last) =>
      (last === 0 || hole.of === "file") &&
      words.slice(0, last + 1).every((each) => hole.pattern === undefined || fitsForm(hole.pattern, each)) &&
      mayBe({ argv, loose }, words.slice(last + 1), at + 1)
  )
}

/** Returns the commands that bash ran and the files that it made, without those among the parts. */
const missed = (texts: ReadonlyArray<string>) => {
  const ran = realBash(texts)
  return texts.flatMap((text, index) => {
    const commands: Array<CommandPart> = []
    const files = new Set<string>()
    for (const part of parts(text)) {
      if (part.kind === "command") commands.push(part)
      if (part.kind === "file" && part.mode !== "r") files.add(posix.join(...part.folder, part.path))
    }
    const hidden = [
      ...(ran[index]?.commands ?? []).filter((argv) => !commands.some((each) => mayBe(each, argv))),
      ...(ran[index]?.files ?? []).filter((file) => !files.has(file))
    ]
    return hidden.length === 0 ? [] : [{ text, hidden }]
  })
}

describe("the parts of a text without an opaque part include everything that bash runs", () => {
  it("for texts of programs and of pieces of grammar", () => {
    const texts = [...new Set(fc.sample(shellText, runs(200).numRuns))].filter((text) => !isOpaque(text))
    expect(texts.length).toBeGreaterThanOrEqual(getLeastCount(0.25, runs(200)))
    expect(missed(texts)).toEqual([])
  })

  it("for texts that were misread in the past, or might be", () => {
    const texts = [
      "cd x && a >f",
      "cd x; a >f; cd y; b >g",
      "cd x && a && b >f || c >g",
      "cd q || a >f",
      "! cd x && a >f",
      "(cd x && a >f); b >g",
      "cd x && { a >f; } >g",
      "eval 'cd x'; a >f",
      "command cd x && a >f",
      "sh -c 'cd x && a >f'; b >g",
      "> f a b",
      "a > f b > g c",
      "2>&1 a >&f b",
      "a 2 >f",
      "a 2>f 3 >g",
      "a >f&&b",
      "a&b&c",
      "a <<E b && c\n$\nE\nls",
      "cat <<'E' | b\n$(rm x)\nE\nrm y",
      "cat <<-'E E'\n\ta\n\tE E\nb",
      "cat <<A <<B\nA\nb\nB\nc",
      "a \\\n&& b",
      "a # 'b\nc # \"\nrm x",
      "a 'b\nc' && rm 'x\ny'",
      "if a\nthen b\nelse c\nfi && rm x",
      "case x in x) a ;; *y) b ;; esac",
      "case 'a b' in 'a b') a\n;; esac; b",
      "for i in a b; do cat; done >f",
      "a {} { } b",
      "a ] [ b",
      "a =b == c",
      "a \"b\"'c'd\\e",
      "$'g\\151t' $'\\x61\\t'",
      "git\u00a0x || a\u2003b",
      "{ a; b; } | c",
      "a | ! b | c",
      "time -p a | b",
      "env -u A B=1 nice -n 1 timeout 5 a b",
      "bash -c 'a \"$0\"' || b",
      "exec a; b",
      "true || a && b",
      "no && a || b; c",
      "while no; do a; done; until true; do b; done; c",
      "LANG=C A= a B=1",
      "[ -d x ] && a; [[ -d x ]] && b; test -d q || c",
      "a 'x'\"y\" ''",
      ": >f; a",
      " c x*",
      "a >x1; b >x2; c -- x[1-2] y*"
    ].filter((text) => !isOpaque(text))
    expect(texts.length).toBeGreaterThan(35)
    expect(missed(texts)).toEqual([])
  })
})

describe("a text always has parts", () => {
  const answered = (text: string) => {
    const found = parts(text)
    return found.length > 0 && found.length <= 101
  }

  it("with any characters", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 60 }), answered))
  })

  it("with any pieces of grammar", () => {
    fc.assert(fc.property(shellText, answered), runs(500))
  })

  it("with any characters of the shell", () => {
    const unit = fc.constantFrom(..." \t\nab=1'\"`$\\#;&|<>(){}[]*?~!-/")
    fc.assert(fc.property(fc.string({ unit, maxLength: 40 }), answered), runs(1_000))
  })
})

describe("a word is the same in every way to quote it", () => {
  const character = fc.constantFrom(..."ab 1'\"`$\\#;&|<>(){}[]*?~!-/=\té€😀")
  const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  // The grammar skips an escaped blank at the beginning of a word, which would make the text opaque.
  const escaped = (text: string) => [...text].map((char) => (char.trim() === "" ? `"${char}"` : `\\${char}`)).join("")
  const double = (text: string) => `"${text.replace(/[$`"\\]/g, "\\$&")}"`
  const ansi = (text: string) => `$'${text.replaceAll("\\", "\\x5c").replaceAll("'", "\\x27").replaceAll("\t", "\\t")}'`

  it("in quotes of any kind, and in pieces", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.string({ unit: character, minLength: 1, maxLength: 6 }),
            fc.constantFrom(single, escaped, double, ansi)
          ),
          {
            minLength: 1,
            maxLength: 4
          }
        ),
        (pieces) => {
          const text = pieces.map(([piece, quote]) => quote(piece)).join("")
          const word = pieces.map(([piece]) => piece).join("")
          expect(parts(`git ${text}`)).toEqual([
            { kind: "command", argv: ["git", word], assigned: [], wrapper: false, folder: [] }
          ])
        }
      )
    )
  })
})
