import type { CatalogueInvalid } from "@toolgate/catalogue"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { catalogueOf } from "./catalogueChoice.ts"
import { GateSources } from "./GateSources.ts"
import { readPlugins } from "./pluginsChoice.ts"
import type { GateOptions } from "./ToolgateOptions.ts"

/** Returns the layer of a gate's tools. Loads no code of catalogues and plugins if there are none. */
export const layerOfSources = (
  options: Pick<GateOptions<unknown>, "tools" | "catalogue" | "plugins" | "policy">
): Layer.Layer<GateSources, CatalogueInvalid> =>
  Layer.effect(
    GateSources,
    Effect.gen(function* () {
      const plugins = options.plugins === undefined ? undefined : yield* readPlugins(options.plugins)
      const tools = [...options.tools, ...(plugins === undefined ? [] : [plugins.reload])]
      const catalogue = yield* catalogueOf({ ...options, tools })
      return { ...catalogue, files: [...catalogue.files, ...(plugins?.files ?? [])], plugins }
    })
  )
