import { declarations } from "@toolgate/chain"
import { allRight } from "../allRight.ts"
import type { Family } from "../Case.ts"
import type { Figure } from "../Figure.ts"
import { spreadOf } from "../statistics.ts"
import { catalogueOf } from "./catalogueOf.ts"
import { byCalls, byScript } from "./fiftyLookUps.ts"
import { parses } from "./parses.ts"
import { catalogueTokens } from "./tokensOf.ts"

/** The size of the published catalogue with these average sizes. */
const count = 281

/** Measures the tokens that a model reads and writes, and the time of writing declarations. */
export const tokens = async (): Promise<Family> => {
  const tools = catalogueOf(count)
  const name = `declarations of ${count} tools`
  allRight(tools.filter(parses).length, count)
  const catalogue = catalogueTokens(tools)
  const [calls, script] = [byCalls(), await byScript()]
  return {
    name: "chain.tokens",
    title: "Tokens of tools, and of fifty look-ups, by calls and by a script",
    cases: [
      {
        name,
        run: async (times) => {
          for (let time = 0; time < times; time++) allRight(Math.sign(declarations(tools).length), 1)
        }
      }
    ],
    figures: (measured) => [
      measured.figure(name),
      ...compared(
        `${count} tools as schemas`,
        catalogue.schemas,
        `${count} tools as declarations`,
        catalogue.declarations
      ),
      ...compared(
        `${count} tools as schemas, with results`,
        catalogue.schemasWithResults,
        `${count} tools as declarations, with results`,
        catalogue.declarationsWithResults
      ),
      ...compared("read for fifty calls", calls.read, "read for one script", script.read),
      ...compared("written for fifty calls", calls.written, "written for one script", script.written)
    ],
    notes: () => [
      "A token is four characters here. Each model has a tokenizer of its own.",
      `The fifty calls take ${calls.turns} turns, of which each reads what was there before once more, and the script takes ${script.turns}.`
    ]
  }
}

const compared = (one: string, ofOne: number, other: string, ofOther: number): ReadonlyArray<Figure> => [
  { name: one, value: spreadOf([ofOne]), unit: "tokens" },
  { name: other, value: spreadOf([ofOther]), unit: "tokens", ratio: spreadOf([ofOther / ofOne]), to: one }
]
