import { parseArgs } from "node:util"
import { full, quick, type Scale } from "./Scale.ts"

/** What the command line asks for. */
export interface Options {
  readonly scale: Scale
  readonly json: boolean
  /** Which step costs what, instead of what a call costs. */
  readonly steps: boolean
  /** One family of cases, by its name. */
  readonly only: string | undefined
  /** The case that this process was started for, by another of the same program. */
  readonly contender: string | undefined
}

/** Reads the command line; throws where it cannot be followed. */
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
