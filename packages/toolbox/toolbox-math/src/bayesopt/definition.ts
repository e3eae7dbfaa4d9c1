import { defineTool, ToolValidationError } from "@toolgate/core"
import { Type } from "typebox"
import { computes, most } from "../computes.ts"
import { getSeed, seedArgument } from "../getSeed.ts"
import { runJob } from "../runJob.ts"

const point = Type.Array(Type.Number(), { minItems: 1, maxItems: most.variables })

/** Suggests the next point for optimizing a function that is costly to evaluate. */
export const bayesopt = defineTool({
  ...computes,
  name: "bayesopt",
  description:
    "Suggests the point to try next, to find the best value of something that is costly to try: a Gaussian process is fitted to the observations so far. Try the suggestion, add it to the observations, and ask again. With fewer than two different values, the suggestion is a point that fills the space, and expected is absent.",
  parameters: Type.Object(
    {
      bounds: Type.Array(
        Type.Object({ name: Type.String(), low: Type.Number(), high: Type.Number() }, { additionalProperties: false }),
        { minItems: 1, maxItems: most.variables, description: "The parameters, and the range of each." }
      ),
      observations: Type.Array(Type.Object({ x: point, y: Type.Number() }, { additionalProperties: false }), {
        maxItems: 1000,
        description: "What was tried: the parameters in the order of the bounds, and the value."
      }),
      minimize: Type.Optional(Type.Boolean({ description: "Whether a low value is good. Default: true." })),
      acquisition: Type.Optional(
        Type.Enum(["ei", "ucb"], {
          description: "The expected improvement (default), or the confidence bound, which explores more."
        })
      ),
      seed: seedArgument
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      suggestion: Type.Array(Type.Number()),
      expected: Type.Optional(
        Type.Object({ mean: Type.Number(), std: Type.Number() }, { additionalProperties: false })
      ),
      best: Type.Optional(
        Type.Object({ x: Type.Array(Type.Number()), y: Type.Number() }, { additionalProperties: false })
      ),
      seed: Type.Integer()
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: {
        bounds: [{ name: "x", low: 0, high: 4 }],
        observations: [
          { x: [0], y: 4 },
          { x: [1], y: 1 },
          { x: [4], y: 4 }
        ],
        seed: 1
      },
      expect: {
        value: {
          suggestion: [1.547922840262651],
          expected: { mean: 1.3167744675369066, std: 1.1537192908018121 },
          best: { x: [1], y: 1 },
          seed: 1
        }
      }
    }
  ],
  execute: async ({ bounds, observations, minimize = true, acquisition = "ei", seed: given }, context) => {
    for (const { name, low, high } of bounds) {
      if (!(low < high))
        throw new ToolValidationError({
          message: `The bounds of "${name}" are empty: "low" must be below "high".`
        })
      if (!Number.isFinite(high - low))
        throw new ToolValidationError({
          message: `The bounds of "${name}" are so far apart that their distance is infinite; move them closer together.`
        })
    }
    for (const [at, { x }] of observations.entries()) {
      if (x.length !== bounds.length)
        throw new ToolValidationError({
          message: `The observation ${at + 1} has ${x.length} parameters and there are ${bounds.length} bounds; give one for each.`
        })
      const outside = bounds.find(({ low, high }, i) => (x[i] ?? low) < low || (x[i] ?? low) > high)
      if (outside !== undefined)
        throw new ToolValidationError({
          message: `The observation ${at + 1} is outside the bounds of "${outside.name}"; widen them or leave it out.`
        })
    }
    const seed = getSeed(given)
    const found = (await runJob(
      { export: "suggest", args: { bounds, observations, minimize, acquisition, seed } },
      context
    )) as object
    return { ...found, seed }
  }
})
