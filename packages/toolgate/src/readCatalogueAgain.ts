import type { Catalogue, CatalogueInvalid } from "@toolgate/catalogue"
import { makePolicyInvalid, type PolicyInvalid } from "@toolgate/policy"
import * as Effect from "effect/Effect"

/** Reads catalogues while calls run. At the start, an invalid entry is left out; now the earlier catalogue is better. */
export const readCatalogueAgain = (
  read: Effect.Effect<Catalogue, CatalogueInvalid>
): Effect.Effect<Catalogue, PolicyInvalid> =>
  read.pipe(
    Effect.mapError(({ problems, more }) => makePolicyInvalid(problems, more)),
    Effect.flatMap((catalogue) => {
      const problems = catalogue.leftOut.flatMap((one) => one.problems)
      return problems.length === 0 ? Effect.succeed(catalogue) : Effect.fail(makePolicyInvalid(problems))
    })
  )
