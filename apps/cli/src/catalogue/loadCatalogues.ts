import * as Effect from "effect/Effect"
import type { Tool } from "toolgate"
import { Screen } from "../Screen.ts"
import { formatLeftOut } from "../text/formatLeftOut.ts"
import type { CatalogueHere } from "./CatalogueHere.ts"
import { checkCatalogueFlags, type SourceFlags } from "./catalogueFlags.ts"

/** Returns the known tools, as annotated by the catalogues, followed by the tools of the flags. */
export const loadCatalogues = Effect.fnUntraced(function* (
  given: SourceFlags & { readonly workspace?: string },
  known: ReadonlyArray<Tool>
) {
  yield* checkCatalogueFlags(given)
  if (given.catalogue.length === 0) return { tools: known, ...nothingElse }
  // Loaded on demand: without these flags, a command starts without the catalogue code.
  const { loadCatalogue } = yield* Effect.promise(() => import("@toolgate/catalogue"))
  const { tools, narrowing, files, leftOut } = yield* loadCatalogue(given.catalogue, {
    tools: known,
    workspace: given.workspace
  })
  yield* (yield* Screen).notice(formatLeftOut(leftOut))
  return { tools, narrowing, files, leftOut }
})

const nothingElse: Pick<CatalogueHere["Service"], "narrowing" | "files" | "leftOut"> = {
  narrowing: [],
  files: [],
  leftOut: []
}
