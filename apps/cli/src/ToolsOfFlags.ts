import { ToolRegistry } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { activeSkills } from "./catalogue/activeSkills.ts"
import { CatalogueHere } from "./catalogue/CatalogueHere.ts"
import type { SourceFlags } from "./catalogue/catalogueFlags.ts"
import { catalogueIn } from "./catalogue/catalogueIn.ts"
import { pluginsInto } from "./catalogue/pluginsInto.ts"
import { toolsIn } from "./toolFiles.ts"
import { WrongUse } from "./WrongUse.ts"
import { withBuiltins } from "./withBuiltins.ts"

/** The flags that say where the tools of a command come from, beside this command line. */
export interface ToolFlags extends SourceFlags {
  readonly tools: ReadonlyArray<string>
}

/** Returns a layer of the tools that the flags name, and those of this command line. */
export const layer = (given: ToolFlags) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const registry = yield* Effect.provide(ToolRegistry, Layer.orDie(MapToolRegistry.layer([])))
      const { tools, ...here } = yield* catalogueIn(given, withBuiltins(yield* toolsIn(given.tools)))
      for (const tool of tools) yield* Effect.mapError(registry.add(tool), ({ message }) => new WrongUse({ message }))
      const unloaded = yield* pluginsInto(given.plugins, registry)
      const allowed = yield* activeSkills(given, registry)
      return Context.make(ToolRegistry, registry).pipe(Context.add(CatalogueHere, { ...here, unloaded, allowed }))
    })
  )
