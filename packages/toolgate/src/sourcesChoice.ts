import type { CatalogueInvalid } from "@toolgate/catalogue"
import { ArtifactStore, type Tool } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { catalogueOf } from "./catalogueChoice.ts"
import { GateSources } from "./GateSources.ts"
import { readPlugins } from "./pluginsChoice.ts"
import type { GateOptions } from "./ToolgateOptions.ts"

/** Returns the layer of a gate's tools. Code for catalogues and plugins is loaded only if they are used. */
export const provideSources = (
  options: Pick<GateOptions<unknown>, "tools" | "catalogue" | "plugins" | "policy">,
  workspace: string | undefined
): Layer.Layer<GateSources, CatalogueInvalid> =>
  Layer.effect(
    GateSources,
    Effect.gen(function* () {
      const plugins = options.plugins === undefined ? undefined : yield* readPlugins(options.plugins)
      const given = [...options.tools]
      const tools = [...given, ...(plugins === undefined ? [] : [plugins.reload]), ...(yield* toolsOfArtifacts(given))]
      const read = catalogueOf({ ...options, tools, workspace })
      const catalogue = yield* read
      const hasFiles = (options.catalogue ?? []).length > 0
      return {
        ...catalogue,
        files: [...catalogue.files, ...(plugins?.files ?? [])],
        plugins,
        readAgain: hasFiles ? read : undefined
      }
    })
  )

/** Returns the tools that read large results, if the gate stores any and the app has no tools with these names. */
const toolsOfArtifacts = Effect.fnUntraced(function* (given: ReadonlyArray<Tool>) {
  const store = Option.getOrUndefined(yield* Effect.serviceOption(ArtifactStore))
  if (store === undefined) return []
  const { artifactTools } = yield* Effect.promise(() => import("@toolgate/artifacts"))
  return artifactTools(store).filter(({ name }) => !given.some((other) => other.name === name))
})
