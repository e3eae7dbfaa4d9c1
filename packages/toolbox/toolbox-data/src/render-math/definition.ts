import { defineTool } from "@toolgate/core"
import { Type } from "typebox"
import { draws } from "../facts.ts"
import { runJob } from "../runJob.ts"

/** Renders LaTeX formulas as text. */
export const renderMath = defineTool({
  ...draws,
  name: "render_math",
  description:
    "Writes a formula of LaTeX as text on one or several lines: fractions, roots, sums, integrals, scripts, fences, matrices, cases and aligned rows. A macro that it does not know is refused by its name and position.",
  parameters: Type.Object(
    {
      latex: Type.String({ minLength: 1, maxLength: 10_000, description: "For example: \\frac{a}{b} + \\sqrt{x^2}" }),
      mode: Type.Optional(Type.Enum(["unicode", "ascii"], { description: "The characters to use. Default unicode." }))
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: { latex: "x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}" },
      expect: { text: "    -b ± √(b² - 4ac)\nx = ────────────────\n           2a" }
    },
    {
      args: { latex: "\\sum_{n=1}^{\\infty} \\frac{1}{n^2}", mode: "ascii" },
      expect: { text: " inf   1\n sum  ---\nn = 1 n^2" }
    },
    { args: { latex: "\\frobnicate x" }, expect: { error: "validation_error" } }
  ],
  execute: ({ latex, mode = "unicode" }, context) =>
    runJob({ export: "render", args: { latex, isAscii: mode === "ascii" } }, context) as Promise<string>
})
