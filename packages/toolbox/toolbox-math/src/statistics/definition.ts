import { defineTool } from "@toolgate/core"
import { toTypedNumbers } from "@toolgate/toolbox-base/jobs"
import { Type } from "typebox"
import { computes } from "../computes.ts"
import { runJob } from "../runJob.ts"

const result = Type.Object(
  {
    count: Type.Integer(),
    sum: Type.Number(),
    mean: Type.Number(),
    std: Type.Optional(
      Type.Number({ description: "The standard deviation of the sample: divided by count - 1. Absent for one number." })
    ),
    variance: Type.Optional(
      Type.Number({ description: "The variance of the sample: divided by count - 1. Absent for one number." })
    ),
    min: Type.Number(),
    max: Type.Number(),
    median: Type.Number(),
    q1: Type.Number(),
    q3: Type.Number(),
    percentiles: Type.Optional(
      Type.Array(Type.Object({ p: Type.Number(), value: Type.Number() }, { additionalProperties: false }))
    )
  },
  { additionalProperties: false }
)

/** Describes numbers by mean, spread and percentiles. */
export const statistics = defineTool({
  ...computes,
  name: "statistics",
  description:
    "Describes numbers: count, sum, mean, sample standard deviation and variance (divided by count - 1), minimum, maximum, median, quartiles, and any percentiles. Percentiles are interpolated between the two nearest numbers.",
  parameters: Type.Object(
    {
      data: Type.Array(Type.Number(), { minItems: 1, maxItems: 1_000_000, description: "The numbers." }),
      percentiles: Type.Optional(
        Type.Array(Type.Number({ minimum: 0, maximum: 100 }), { maxItems: 100, description: "For example: [5, 95]" })
      )
    },
    { additionalProperties: false }
  ),
  output: result,
  examples: [
    {
      args: { data: [1, 2, 3, 4], percentiles: [90] },
      expect: {
        value: {
          count: 4,
          sum: 10,
          mean: 2.5,
          std: 1.2909944487358056,
          variance: 1.6666666666666667,
          min: 1,
          max: 4,
          median: 2.5,
          q1: 1.75,
          q3: 3.25,
          percentiles: [{ p: 90, value: 3.7 }]
        }
      }
    }
  ],
  execute: ({ data, ...rest }, context) =>
    runJob({ export: "describe", args: { ...rest, data: toTypedNumbers(data) ?? data } }, context)
})
