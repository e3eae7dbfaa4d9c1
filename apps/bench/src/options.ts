import { parseArgs } from "node:util"
import { full, quick, type Scale } from "./Scale.ts"

/** The options of the command line. */
export interface Options {
  readonly scale: Scale
  readonly json: boolean
  /** Whether to measure the steps of a call instead of whole calls. */
  readonly steps: boolean
  /** The name of the family to measure. Default: all families. */
  readonly only: string | undefined
  /** The name of the case that this process runs for its parent. */
  readonly contender: string | undefined
}

/** Returns the options of the command line. Throws if an option is invalid. */
export const readOptions = (args: ReadonlyArray<string>): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      steps: { type: "boolean", default: false },
      rounds: { type: "string" },
      only: { type: "string" },
      contender: { type: "string" }
    }
  })
  const scale = values.quick ? quick : full
  const rounds = values.rounds === undefined ? scale.rounds : Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('"--rounds" takes a number of rounds, 1 or more.')
  const { json, steps, only, contender } = values
  return { scale: { ...scale, rounds }, json, steps, only, contender }
}
