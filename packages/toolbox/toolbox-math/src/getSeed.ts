import { randomInt } from "node:crypto"
import { Type } from "typebox"

/** The argument that makes a result reproducible. */
export const seedArgument = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      "The seed of the random numbers. The same seed gives the same result. Absent: a random one, which the result returns."
  })
)

/** Returns the given seed, or a random one. */
export const getSeed = (seed: number | undefined): number => seed ?? randomInt(2 ** 32)
