import { JobFailed } from "@toolgate/toolbox-base/jobs"
import { testTool } from "@toolgate/toolbox-testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { renderMath } from "../src/index.ts"
import { renderFormula } from "../src/render-math/Formula.ts"
import { symbols } from "../src/render-math/symbols.ts"

const lines = (...all: ReadonlyArray<string>) => all.join("\n")

testTool(renderMath, {
  good: {
    name: "writes a formula on several lines",
    args: { latex: "\\tfrac{a+1}{b} = y_1^2" },
    text: lines("a + 1", "───── = y₁²", "  b")
  },
  edge: [
    { name: "writes what is in dollars", args: { latex: "$$x$$" }, text: "x" },
    { name: "reads past comments", args: { latex: "x % a comment\n + y" }, text: "x + y" },
    {
      name: "has lines in ASCII alone",
      args: { latex: "\\sqrt{\\alpha} \\le \\infty", mode: "ascii" },
      text: "sqrt(alpha) <= inf"
    }
  ],
  bad: [
    { name: "an unknown macro", args: { latex: "x + \\foo y" }, says: 'at character 5: the macro "\\foo" is unknown' },
    {
      name: "a brace that is not closed",
      args: { latex: "\\frac{1}{2" },
      says: "at character 9: a brace is not closed"
    },
    { name: "a brace that is not opened", args: { latex: "a}" }, says: 'at character 2: "}" is not expected' },
    { name: "a macro without its argument", args: { latex: "\\frac{1}" }, says: '"\\frac" needs an argument' },
    { name: "two powers", args: { latex: "x^2^3" }, says: 'at character 4: a part has two "^"' },
    {
      name: "an unknown environment",
      args: { latex: "\\begin{tikz}\\end{tikz}" },
      says: 'environment "tikz" is unknown; there are matrix, '
    },
    { name: "blanks alone", args: { latex: " \n" }, says: "nothing but blanks" },
    { name: "an environment that is not ended", args: { latex: "\\begin{matrix} a" }, says: "is not ended" },
    { name: "a fence without the other", args: { latex: "\\left( a" }, says: 'no "\\right"' },
    { name: "a formula that nests too deeply", args: { latex: "{".repeat(51) }, says: "deeper than 50 levels" },
    { name: "a formula that is too long", args: { latex: "x".repeat(10_001) }, says: "latex" },
    {
      name: "a formula that is too wide",
      args: { latex: "x".repeat(2001) },
      says: "2000 columns",
      class: "execution_error"
    }
  ],
  worst: {
    args: { latex: "\\frac{x".repeat(50) + "}{y}".repeat(50) + "\\sqrt{\\frac12}".repeat(600) },
    ends: ["limit", "result", "failure"]
  }
})

it.each([
  [
    "\\sum_{n=1}^{\\infty} \\frac{1}{n^2}",
    lines("  ∞   1", "  ∑   ──", "n = 1 n²"),
    lines(" inf   1", " sum  ---", "n = 1 n^2")
  ],
  ["\\int_0^1 x\\,dx", "∫₀¹ x dx", "int_0^1 x dx"],
  ["\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}", lines("⎛a  b⎞", "⎝c  d⎠"), lines("(a  b)", "(c  d)")],
  [
    "\\begin{cases} x & x \\ge 0 \\\\ -x & \\text{else} \\end{cases}",
    lines("⎧x   x ≥ 0", "⎩-x  else"),
    lines("{x   x >= 0", "{-x  else")
  ],
  ["\\begin{aligned} a &= b \\\\ &= c \\end{aligned}", lines("a = b", "  = c"), lines("a = b", "  = c")],
  ["2 \\sin x \\cos(y) - f''(x)", "2 sin x cos(y) - f′′(x)", "2 sin x cos(y) - f''(x)"],
  ["\\forall\\epsilon e^{i\\pi}", lines("   iπ", "∀ϵe"), "forall epsilon e^(i pi)"],
  ["a, -1 \\cdot -2", "a, -1 · -2", "a, -1 * -2"],
  ["\\sqrt[3]{x+1}", "∛(x + 1)", "sqrt[3](x + 1)"],
  [
    "\\sqrt{\\frac{a}{b}}",
    lines("  ┌──", "  │ a", "  │ ─", " √│ b").replaceAll(/^ /gm, ""),
    lines("    (a)", "sqrt(-)", "    (b)")
  ],
  ["\\hat{x} + \\overline{AB}", lines("    __", "x\u0302 + AB"), lines("^   __", "x + AB")],
  ["\\left[ \\frac{a}{b} \\right]^2", lines("   2", "⎡a⎤", "⎢─⎥", "⎣b⎦"), lines("[a]", "[-]^2", "[b]")],
  ["\\mathbb{R} \\not\\in \\mathrm{id}", "ℝ∈\u0338id", "Rnot inid"],
  ["a \\\\ b", lines("a", "b"), lines("a", "b")]
])("writes %j", (latex, unicode, ascii) => {
  expect([renderFormula(latex, false), renderFormula(latex, true)]).toEqual([unicode, ascii])
})

it("writes symbols with ASCII characters only", () => {
  for (const [name, { ascii }] of symbols) expect([name, ascii]).toEqual([name, expect.stringMatching(/^[ -~]+$/)])
})

it("renders any text, or refuses it with a position", () => {
  const pieces = [
    "\\frac",
    "{",
    "}",
    "x",
    "^",
    "_",
    "\\sqrt",
    "[",
    "]",
    "\\left(",
    "\\right)",
    "&",
    "\\\\",
    "\\begin{matrix}",
    "\\end{matrix}",
    "\\sum",
    "'",
    "\u001b",
    "\\",
    "%",
    "$",
    "é"
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
      try {
        expect(renderFormula(parts.join(""), false)).not.toMatch(/(?!\n)\p{Cc}/u)
      } catch (error) {
        if (!(error instanceof JobFailed)) throw error
        expect(error.message).toMatch(/at character \d+|lines or/)
      }
    })
  )
})
