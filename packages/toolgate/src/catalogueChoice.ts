import type { Catalogue, CatalogueInvalid } from "@toolgate/catalogue"
import { quoted, type Tool } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { GateOptions } from "./ToolgateOptions.ts"

/** Returns the tools of a gate, as its catalogues complete and annotate them. */
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

/** Whether the policy is one of files, which configurations can narrow. */
const isOfFiles = (policy: GateOptions<unknown>["policy"]): boolean =>
  policy === "default" || (policy !== "host" && !Layer.isLayer(policy))

const unheard = ({ name, permissions }: PolicyConfig) => ({
  source: [...permissions.values()][0]?.source ?? name,
  message:
    'the permissions would have no effect, because the gate has no policy of files; give it the policy "default" or { files: […] }, or take "permissions" out of the catalogue'
})
