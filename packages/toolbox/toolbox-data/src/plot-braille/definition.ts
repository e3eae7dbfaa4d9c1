import { defineTool } from "@toolgate/core"
import { Type } from "typebox"
import { draws } from "../facts.ts"
import { sendSeries } from "../plot/sendSeries.ts"
import { seriesSchema } from "../plot/seriesSchema.ts"
import { sizeSchema } from "../plot/sizeSchema.ts"
import { runJob } from "../runJob.ts"

/** Draws series of numbers as text. */
export const plotBraille = defineTool({
  ...draws,
  name: "plot_braille",
  description:
    "Draws series of numbers as a chart of Braille characters, for a terminal or a text. Points that are null are gaps, and are counted. The axes are labelled with their ends, and each series has a line below with its range.",
  parameters: Type.Object(
    { series: seriesSchema, ...sizeSchema, title: Type.Optional(Type.String({ maxLength: 200 })) },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: { series: [{ name: "steps", y: [0, 1, 4, 9, 16, 25] }], width: 20, height: 5 },
      expect: {
        text: [
          "25 ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⢀⡠⠊",
          "   │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⢀⠔⠁",
          "   │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⣀⠤⠊⠁",
          "   │⠀⠀⠀⠀⠀⠀⠀⠀⢀⣀⠔⠊",
          " 0 ┤⣀⣀⣀⠤⠤⠔⠒⠊⠁",
          "   └────────────────────",
          "    0                  5",
          "steps: 6 points, y from 0 to 25"
        ].join("\n")
      }
    }
  ],
  execute: ({ series, title, width = 80, height = 20 }, context) =>
    runJob({ export: "plot", args: { series: sendSeries(series), title, width, height } }, context) as Promise<string>
})
