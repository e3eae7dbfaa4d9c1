import { defineTool, toolOutput } from "@toolgate/core"
import { toTypedNumbers } from "@toolgate/toolbox-base/jobs"
import { Type } from "typebox"
import { draws } from "../facts.ts"
import { runJob } from "../runJob.ts"
import type { Bin } from "./drawBars.ts"

/** Counts numbers in bins, and draws them as text. */
export const histogram = defineTool({
  ...draws,
  name: "histogram",
  description:
    "Counts numbers in bins of equal width and draws them as bars of text. Without `bins`, their number follows from the data (Freedman and Diaconis). A number at a border belongs to the upper bin, and the largest to the last.",
  parameters: Type.Object(
    {
      data: Type.Array(Type.Number(), { minItems: 1, maxItems: 1_000_000, description: "The numbers." }),
      bins: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          description: "The number of bins. Fewer, if no number lies between their borders."
        })
      ),
      width: Type.Optional(
        Type.Integer({ minimum: 10, maximum: 200, description: "The characters of the longest bar. Default 60." })
      )
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      bins: Type.Array(
        Type.Object({ from: Type.Number(), to: Type.Number(), count: Type.Integer() }, { additionalProperties: false })
      )
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: { data: [1, 2, 2, 3, 3, 3, 4, 4, 5, 9], bins: 4, width: 10 },
      expect: {
        text: "[1, 3) ██████ 3\n[3, 5) ██████████ 5\n[5, 7) ██ 1\n[7, 9] ██ 1",
        value: {
          bins: [
            { from: 1, to: 3, count: 3 },
            { from: 3, to: 5, count: 5 },
            { from: 5, to: 7, count: 1 },
            { from: 7, to: 9, count: 1 }
          ]
        }
      }
    }
  ],
  execute: async ({ data, bins, width = 60 }, context) => {
    const job = { export: "drawBars", args: { data: toTypedNumbers(data) ?? data, bins, width } }
    const drawn = (await runJob(job, context)) as { readonly text: string; readonly bins: ReadonlyArray<Bin> }
    return toolOutput({ text: drawn.text, value: { bins: drawn.bins.map((bin) => ({ ...bin })) } })
  }
})
