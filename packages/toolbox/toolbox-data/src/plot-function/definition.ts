import { defineTool, ToolValidationError } from "@toolgate/core"
import { encodeExpression, readExpression } from "@toolgate/toolbox-math/expression"
import { Type } from "typebox"
import { draws } from "../facts.ts"
import { sizeSchema } from "../plot/sizeSchema.ts"
import { runJob } from "../runJob.ts"

/** Draws functions of x as text. */
export const plotFunction = defineTool({
  ...draws,
  name: "plot_function",
  description:
    "Draws expressions of x as a chart of Braille characters. They are written as for `calculate`: + - * / % ^, parentheses, pi, e, tau, and functions such as sin, exp, sqrt and log (natural). A line has a gap at a pole and wherever there is no real value.",
  parameters: Type.Object(
    {
      expressions: Type.Array(Type.String({ minLength: 1, maxLength: 10_000 }), {
        minItems: 1,
        maxItems: 8,
        description: 'For example: ["sin(x) / x", "0"]'
      }),
      from: Type.Number({ description: "The least x." }),
      to: Type.Number({ description: "The greatest x." }),
      samples: Type.Optional(
        Type.Integer({ minimum: 2, maximum: 10_000, description: "The number of points. Default: two per character." })
      ),
      ...sizeSchema
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: { expressions: ["1 / x"], from: -2, to: 2, width: 30, height: 8 },
      expect: {
        text: [
          " 8.4286 ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠈⡆",
          "        │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⢣",
          "        │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠈⢢⡀",
          "        │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠈⠑⠒⠒⠤⠤⠤⠤⠤⠤⢄⣀",
          "        │⠉⠑⠒⠒⠒⠒⠒⠒⠤⠤⢄⡀",
          "        │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠈⠱⡄",
          "        │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⢱",
          "-8.4286 ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠸⡀",
          "        └──────────────────────────────",
          "         -2                           2",
          "1 / x: 60 points, y from -29.5 to 29.5",
          "The chart is cut at y -8.4286 and 8.4286; some values lie beyond."
        ].join("\n")
      }
    }
  ],
  execute: ({ expressions: texts, from, to, width = 80, height = 20, samples = width * 2 }, context) => {
    if (!(from < to)) throw new ToolValidationError({ message: 'The argument "from" must be less than "to".' })
    if (!Number.isFinite(to - from))
      throw new ToolValidationError({
        message: 'The arguments "from" and "to" are too far apart; choose a smaller range.'
      })
    const expressions = texts.map((text, at) => ({
      text,
      code: encodeExpression(readExpression(text, ["x"], `"expressions/${at}"`))
    }))
    const args = { expressions, from, to, samples, width, height }
    return runJob({ export: "plotFunctions", args }, context) as Promise<string>
  }
})
