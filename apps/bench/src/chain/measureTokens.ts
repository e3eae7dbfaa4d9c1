import { declarations } from "@toolgate/chain"
import { assertAllRight } from "../assertAllRight.ts"
import type { Family } from "../Case.ts"
import type { Figure } from "../Figure.ts"
import { summarize } from "../statistics.ts"
import { createCatalogue } from "./createCatalogue.ts"
import { countCatalogueTokens } from "./estimateTokens.ts"
import { countTokensByCalls, countTokensByScript } from "./fiftyLookUps.ts"
import { isValidDeclaration } from "./isValidDeclaration.ts"

/** The size of the published catalogue with these average sizes. */
const count = 281

/** Measures the tokens that a model reads and writes, and the time of writing declarations. */
export const measureTokens = async (): Promise<Family> => {
  const tools = createCatalogue(count)
  const name = `declarations of ${count} tools`
  assertAllRight(tools.filter(isValidDeclaration).length, count)
  const catalogue = countCatalogueTokens(tools)
  const [calls, script] = [countTokensByCalls(), await countTokensByScript()]
  return {
    name: "chain.tokens",
    title: "Tokens of tools, and of fifty look-ups, by calls and by a script",
    cases: [
      {
        name,
        run: async (times) => {
          for (let time = 0; time < times; time++) assertAllRight(Math.sign(declarations(tools).length), 1)
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
  { name: one, value: summarize([ofOne]), unit: "tokens" },
  { name: other, value: summarize([ofOther]), unit: "tokens", ratio: summarize([ofOther / ofOne]), to: one }
]
