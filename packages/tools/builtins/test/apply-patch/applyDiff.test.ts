import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { applyDiff } from "../../src/apply-patch/applyDiff.ts"
import { DiffFault, parseNewFile } from "../../src/apply-patch/parseDiff.ts"

const run = (text: string, diff: string): string | DiffFault => {
  const applying = applyDiff(text, diff)
  let step = applying.next()
  while (step.done !== true) step = applying.next()
  return step.value
}
const lines = (...all: ReadonlyArray<string>) => all.join("\n")
const faultOf = (text: string, diff: string): string => {
  const result = run(text, diff)
  return result instanceof DiffFault ? result.message : `applied: ${result}`
}

describe("applyDiff", () => {
  it.each([
    ["replaces a line between its neighbours", "a\nb\nc\n", lines("@@", " a", "-b", "+B", " c"), "a\nB\nc\n"],
    ["needs no @@ before the first hunk", "a\nb\n", lines(" a", "+x", " b"), "a\nx\nb\n"],
    ["applies several hunks in order", "a\nb\nc\nd\n", lines("-a", "+A", "@@", "-d", "+D"), "A\nb\nc\nD\n"],
    ["makes several changes in a hunk", "a\nb\nc\n", lines("-a", " b", "-c", "+C", "+D"), "b\nC\nD\n"],
    ["takes an empty line for an empty context line", "a\n\nb\n", lines(" a", "", "-b", "+c"), "a\n\nc\n"],
    ["takes a diff with CRLF line ends", "a\nb\n", "@@\r\n-a\r\n+c\r\n", "c\nb\n"],
    ["keeps a missing line end", "a\nb", lines(" a", "-b", "+c"), "a\nc"],
    ["keeps CRLF where all lines end in it", "a\r\nb\r\n", lines(" a", "-b", "+c", "+d"), "a\r\nc\r\nd\r\n"],
    ["keeps the line ends of a file that mixes them", "a\r\nb\nc\r\n", lines("-b", "+x"), "a\r\nx\nc\r\n"],
    ["keeps a byte order mark", "\ufeffa\nb\n", lines("-a", "+c"), "\ufeffc\nb\n"],
    ["fills an empty file", "", lines("+a"), "a\n"],
    ["adds to the end", "a\nb\n", lines("+c", "*** End of File"), "a\nb\nc\n"],
    ["adds to the end after context", "x\na\nx\n", lines(" x", "+c", "*** End of File"), "x\na\nx\nc\n"],
    ["goes to the first place after an anchor", "A\n x\nB\n x\n", lines("@@ B", "- x", "+ y"), "A\n x\nB\n y\n"],
    ["adds right after an anchor", "A\nB\nC\n", lines("@@ B", "+x"), "A\nB\nx\nC\n"],
    [
      "finds an anchor without its indentation",
      "  def f():\n    1\n",
      lines("@@ def f():", "-    1", "+    2"),
      "  def f():\n    2\n"
    ],
    ["nests anchors", "A\nf\n1\nB\nf\n1\nf\n1\n", lines("@@ B", "@@ f", "-1", "+2"), "A\nf\n1\nB\nf\n2\nf\n1\n"],
    [
      "goes on behind an anchor of an earlier hunk",
      "A\n1\n2\n2\n",
      lines("@@ A", "-1", "+x", "@@ A", "-2", "+y"),
      "A\nx\ny\n2\n"
    ],
    ["passes over line numbers of other formats", "a\nb\n", lines("@@ -1,2 +1,2 @@", " a", "-b", "+c"), "a\nc\n"],
    ["does not count blanks at the ends of lines", "a \nb\t\nc\n", lines(" a", "-b", "+x"), "a \nx\nc\n"],
    ["takes what looks like a sign for text", "-a\n+b\n", lines("--a", "+++b", " +b"), "++b\n+b\n"],
    ["keeps any text as it is", "$&\n", lines("-$&", "+$1 \\n 🦊 \u2028 e\u0301"), "$1 \\n 🦊 \u2028 e\u0301\n"]
  ])("%s", (_, text, diff, after) => {
    expect(run(text, diff)).toBe(after)
  })

  it.each([
    [
      "a place that could be another",
      "x\ny\nx\n",
      lines("-x", "+z"),
      "its lines occur several times in the file, on lines 1, 3."
    ],
    ["many places", "x\n".repeat(30), lines("-x", "+z"), "on lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more."],
    [
      "an anchor that stands twice before two places",
      "A\n1\nA\n1\n",
      lines("@@ A", "-1", "+2"),
      "several times in the file, on lines 2, 4."
    ],
    [
      "lines that are not there",
      "a\n",
      lines("-zz"),
      "line 1 of the diff does not match a line of the file. Read the file"
    ],
    [
      "lines that go on differently",
      "a\nb\nc\n",
      lines(" a", " b", "-d"),
      "its first 2 lines stand on line 1, but line 3 of the diff does not follow: line 3 of the file differs."
    ],
    [
      "lines beyond the end",
      "a\nb\n",
      lines(" b", "-c"),
      "its first line stands on line 2, but line 2 of the diff does not follow: the file ends there."
    ],
    [
      "other white space",
      "f() {\n\treturn 1\n}\n",
      lines("-  return 1"),
      "its lines would match on line 2 if white space were ignored."
    ],
    [
      "hunks out of order",
      "a\nb\nc\n",
      lines("-c", "@@", "-a"),
      "Hunk 2, on line 2 of the diff: its lines occur on line 1, but it must begin on line 4 or later."
    ],
    [
      "hunks that share a line",
      "a\nb\nc\n",
      lines("-a", " b", "@@", " b", "-c"),
      "Hunk 2, on line 3 of the diff: its lines occur on line 2, but it must begin on line 3 or later."
    ],
    [
      "an anchor that is not there",
      "a\n",
      lines("@@ zz", "-a"),
      "the text after @@ on line 1 of the diff does not match a line of the file."
    ],
    [
      "a nested anchor that is only above",
      "f\nB\n",
      lines("@@ B", "@@ f", "+x"),
      "on line 2 of the diff does not match a line of the file after the anchor before it."
    ],
    [
      "an end that is none",
      "a\nb\n",
      lines("-a", "*** End of File"),
      "its lines are not the last ones of the file, which has 2."
    ],
    ["new lines without a place", "a\n", lines("+x"), "it only adds lines, and nothing says where."],
    ["an empty hunk", "a\n", lines("@@", "-a", "@@"), "The hunk on line 3 of the diff is empty."],
    ["a diff that changes nothing", "a\n", lines(" a"), "The diff changes nothing."],
    ["an empty diff", "a\n", "", "The diff changes nothing."],
    ["headers", "a\n", lines("*** Update File: a", "-a"), "Line 1 of the diff cannot be read. A diff covers one file"],
    [
      "a second file",
      "a\n",
      lines("-a", "*** Delete File: b"),
      "Line 2 of the diff cannot be read. A diff covers one file"
    ],
    ["a line without a sign", "a\n", lines("-a", "b"), "Line 2 of the diff cannot be read. Begin it with"],
    [
      "a line after the end",
      "a\n",
      lines("+a", "*** End of File", "+b"),
      "Line 3 of the diff cannot be read. Begin the next hunk"
    ]
  ])("refuses %s", (_, text, diff, message) => {
    expect(faultOf(text, diff)).toContain(message)
  })

  it("never shows text of the file or the diff in an error", () => {
    const secret = fc.constantFrom("geheim", "geheim ", " geheim")
    const sign = fc.constantFrom("", "+", "-", " ", "@@ ", "*** ", "?")
    const diff = fc.array(fc.tuple(sign, secret).map(([before, text]) => before + text))
    fc.assert(
      fc.property(fc.array(secret), diff, (text, made) => {
        const result = run(text.join("\n"), made.join("\n"))
        if (result instanceof DiffFault) expect(result.message).not.toContain("geheim")
      })
    )
  })

  it("turns any text into any other, with the diff of the two", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "", " a", "@@", "*** End of File", "+", "é"))
      .map((all) => all.join("\n"))
    fc.assert(
      fc.property(text, text, fc.constantFrom("\n", "\r\n"), (before, after, end) => {
        // If everything is one hunk, the hunk has one position, and the text after the last line end is a separate
        // line.
        const diff = diffOf(before.split("\n"), after.split("\n"))
        const from = before.replaceAll("\n", end)
        if (before === after || before === "") return
        expect(run(from, diff)).toBe(after.replaceAll("\n", from.includes("\r\n") ? "\r\n" : "\n"))
      })
    )
  })

  it("applies ten thousand hunks, and gives up on repeated lines without trying each position", () => {
    const count = 10_000
    const text = Array.from({ length: 2 * count }, (_, at) => `line ${at}`)
    const diff = Array.from({ length: count }, (_, at) => lines("@@", `-line ${2 * at}`, `+new ${at}`))
    const after = text.map((line, at) => (at % 2 === 0 ? `new ${at / 2}` : line))
    expect(run(text.join("\n"), diff.join("\n"))).toBe(after.join("\n"))
    // Each of these costs a matcher that starts over at each position some 10^10 steps: minutes instead of a moment.
    const many = 600_000
    expect(faultOf("a\n".repeat(many), `${" a\n".repeat(many / 2)}-b`)).toContain(
      `first ${many / 2} lines stand on line 1`
    )
    const period = ["a", "a", "a", "b"]
    const repeated = Array.from({ length: many }, (_, at) => period[at % 4]).join("\n")
    const wanted = Array.from({ length: many / 2 }, (_, at) => ` ${period[at % 4]}`).join("\n")
    expect(faultOf(repeated, `${wanted}\n a\n a\n a\n-a`)).toContain(`first ${many / 2 + 3} lines stand on line 1`)
  })
})

describe("parseNewFile", () => {
  it("creates a file from lines that all begin with +", () => {
    expect(parseNewFile("+a\n+\n+b\n+\n")).toBe("a\n\nb\n")
    expect(parseNewFile("+a")).toBe("a")
    expect(parseNewFile("")).toBe("")
  })

  it("refuses any other line", () => {
    expect(parseNewFile("+a\nb")).toEqual(
      new DiffFault("Line 2 of the diff cannot be read. In the diff of a new file, each line begins with +.")
    )
  })
})

/** Returns a diff with one hunk, whose common lines at the beginning and the end are context. */
const diffOf = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): string => {
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return [
    ...before.slice(0, start).map((line) => ` ${line}`),
    ...before.slice(start, before.length - end).map((line) => `-${line}`),
    ...after.slice(start, after.length - end).map((line) => `+${line}`),
    ...before.slice(before.length - end).map((line) => ` ${line}`)
  ].join("\n")
}
