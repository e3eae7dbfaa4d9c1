import type { Catalogue, CatalogueInvalid } from "@toolgate/catalogue"
import { quoted, type Tool } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { GateOptions } from "./ToolgateOptions.ts"

/** Loads a gate's catalogues, which add and annotate tools. */
export const catalogueOf = Effect.fnUntraced(function* ({
  tools,
  catalogue = [],
  policy,
  workspace
}: Pick<GateOptions<unknown>, "catalogue" | "policy"> & {
  readonly tools: ReadonlyArray<Tool>
  readonly workspace: string | undefined
}): Effect.fn.Return<Catalogue, CatalogueInvalid> {
  const paths = typeof catalogue === "string" ? [catalogue] : catalogue
  if (paths.length === 0) return { tools, narrowing: [], files: [], leftOut: [] }
  const { CatalogueInvalid, loadCatalogue } = yield* Effect.promise(() => import("@toolgate/catalogue"))
  const read = yield* loadCatalogue(paths, { tools, workspace })
  for (const { what, name, problems } of read.leftOut)
    yield* Effect.logWarning(
      `The ${what} ${quoted(name)} is left out. ${problems.map(({ source, message }) => `${source}: ${message}`).join("; ")}`
    )
  if (read.narrowing.length > 0 && !isOfFiles(policy))
    return yield* CatalogueInvalid.of({ problems: read.narrowing.map(unheard), more: 0 })
  return read
})

/** Only a file policy can be narrowed by configurations. */
const isOfFiles = (policy: GateOptions<unknown>["policy"]): boolean =>
  policy === "default" || (policy !== "host" && !Layer.isLayer(policy))

const unheard = ({ name, permissions }: PolicyConfig) => ({
  source: [...permissions.values()][0]?.source ?? name,
  message:
    'the permissions have no effect without a file policy; set "policy" to "default" or { files: […] }, or remove "permissions" from the catalogue'
})
