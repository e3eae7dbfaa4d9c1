import { defineTool, toolOutput } from "@toolgate/core"
import { Type } from "typebox"
import { draws } from "../facts.ts"
import { sendSeries } from "../plot/sendSeries.ts"
import { seriesSchema } from "../plot/seriesSchema.ts"
import { runJob } from "../runJob.ts"
import type { Painted } from "./paint.ts"

/** Draws series of numbers as an image. */
export const plotSixel = defineTool({
  ...draws,
  name: "plot_sixel",
  description:
    "Paints series of numbers as a picture, with a grid at round numbers, and returns it as PNG, and as a file of Sixel, which terminals show. A text says which series has which colour. Points that are null are gaps.",
  parameters: Type.Object(
    {
      series: seriesSchema,
      width_px: Type.Optional(Type.Integer({ minimum: 64, maximum: 2000, description: "Default 640." })),
      height_px: Type.Optional(Type.Integer({ minimum: 64, maximum: 2000, description: "Default 400." })),
      colors: Type.Optional(
        Type.Integer({
          minimum: 4,
          maximum: 256,
          description:
            "The maximum number of colours, three of which are for the background, the grid and its numbers. Default 16."
        })
      )
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: { series: [{ name: "steps", y: [0, 1, 4, 9, 16, 25] }], width_px: 320, height_px: 200 },
      expect: {}
    }
  ],
  execute: async ({ series, width_px: width = 640, height_px: height = 400, colors = 16 }, context) => {
    const job = { export: "paint", args: { series: sendSeries(series), width, height, colors } }
    const { png, sixel, legend } = (await runJob(job, context)) as Painted
    return toolOutput({
      content: [
        { type: "image", mediaType: "image/png", base64: png },
        { type: "file", mediaType: "image/x-sixel", name: "plot.six", base64: sixel },
        { type: "text", text: legend }
      ]
    })
  }
})
