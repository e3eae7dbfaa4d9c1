import * as Effect from "effect/Effect"
import type { Tool } from "toolgate"
import type { CatalogueHere } from "./CatalogueHere.ts"
import { catalogueFault, type SourceFlags } from "./catalogueFlags.ts"

/** Returns the tools that the flags name, after the known ones, which the catalogues may annotate. */
export const catalogueIn = Effect.fnUntraced(function* (
  given: SourceFlags & { readonly workspace?: string },
  known: ReadonlyArray<Tool>
) {
  const fault = catalogueFault(given)
  if (fault !== undefined) return yield* fault
  if (given.catalogue.length === 0) return { tools: known, ...nothingElse }
  // Loaded on demand: a command without these flags starts without the code that reads catalogues.
  const { loadCatalogue } = yield* Effect.promise(() => import("@toolgate/catalogue"))
  const { tools, narrowing, files } = yield* loadCatalogue(given.catalogue, {
    tools: known,
    workspace: given.workspace
  })
  return { tools, narrowing, files }
})

const nothingElse: Pick<CatalogueHere["Service"], "narrowing" | "files"> = { narrowing: [], files: [] }
