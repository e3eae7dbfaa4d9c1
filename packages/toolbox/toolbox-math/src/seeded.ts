import { randomInt } from "node:crypto"
import { Type } from "typebox"

/** The argument with which a result can be had again. */
export const seedArgument = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      "The seed of the random numbers. The same seed gives the same result. Absent: another one each time; the result says which."
  })
)

/** Returns the seed that was given, or a new one. */
export const seeded = (seed: number | undefined): number => seed ?? randomInt(2 ** 32)
