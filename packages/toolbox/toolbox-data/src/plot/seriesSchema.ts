import { Type } from "typebox"

/** The schema of the series of a plot. */
export const seriesSchema = Type.Array(
  Type.Object(
    {
      name: Type.Optional(Type.String({ maxLength: 100 })),
      x: Type.Optional(
        Type.Array(Type.Unknown(), { maxItems: 100_000, description: "Numbers. By default, 0, 1, 2, …" })
      ),
      y: Type.Array(Type.Unknown(), { maxItems: 100_000, description: 'Numbers. null, "NaN" and "Infinity" are gaps.' })
    },
    { additionalProperties: false }
  ),
  { minItems: 1, maxItems: 16, description: "The lines to draw. Each connects its points in their order." }
)
