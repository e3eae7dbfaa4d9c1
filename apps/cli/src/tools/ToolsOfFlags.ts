import { ArtifactStore, ToolRegistry } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { addUntaken, chosenTools } from "toolgate/config"
import { activateSkills } from "../catalogue/activateSkills.ts"
import { CatalogueHere } from "../catalogue/CatalogueHere.ts"
import type { SourceFlags } from "../catalogue/catalogueFlags.ts"
import { loadCatalogues } from "../catalogue/loadCatalogues.ts"
import { registerPlugins } from "../catalogue/registerPlugins.ts"
import { artifactTools, openChosenToolbox, reportMissing, type ToolboxChoice } from "../toolbox/toolboxChoice.ts"
import type { ToolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { addBuiltins, appendUntaken } from "./addBuiltins.ts"
import { refuseTool } from "./refuseTool.ts"
import { loadToolFiles } from "./toolFiles.ts"

/** The flags that say where the tools of a command come from, beside this command line. */
export interface ToolFlags extends SourceFlags, ToolboxSettingsFlag {
  readonly tools: ReadonlyArray<string>
  readonly workspace?: string
  /** Whether the tools of this command line that reach the host are among them. True by default. */
  readonly hostTools?: boolean
}

/**
 * Returns a layer of the tools that the flags name, and those of this command line, with these of the toolbox, whose names any other tool
 * may have instead. The tools are looked at, and not called.
 */
export const layer = (given: ToolFlags, choice: ToolboxChoice) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const registry = yield* Effect.provide(ToolRegistry, Layer.orDie(MapToolRegistry.layer([])))
      const app = addBuiltins(yield* loadToolFiles(given.tools), given)
      const { toolbox, missing } = yield* openChosenToolbox(given, choice)
      const { annotated, further } = yield* Effect.promise(() => chosenTools(toolbox, given.catalogue))
      const { tools, ...here } = yield* loadCatalogues(given, appendUntaken(app, annotated))
      for (const tool of tools) yield* Effect.mapError(registry.add(tool), refuseTool)
      const unloaded = yield* registerPlugins(given.plugins, registry)
      const untaken = addUntaken([...further, ...(yield* toolsOfArtifacts(toolbox.tools))])
      yield* Effect.mapError(Effect.provideService(untaken, ToolRegistry, registry), refuseTool)
      yield* reportMissing(registry, missing)
      const allowed = yield* activateSkills(given, registry)
      return Context.make(ToolRegistry, registry).pipe(Context.add(CatalogueHere, { ...here, unloaded, allowed }))
    })
  )

/** Returns the wanted tools among those that a gate of this command line has because it keeps artifacts. */
const toolsOfArtifacts = Effect.fnUntraced(function* (wanted: ReadonlyArray<string>) {
  if (!artifactTools.some((name) => wanted.includes(name))) return []
  const artifacts = yield* Effect.promise(() => import("@toolgate/artifacts"))
  const store = yield* Effect.provide(ArtifactStore, artifacts.MemoryArtifactStore.layer())
  return artifacts.artifactTools(store).filter(({ name }) => wanted.includes(name))
})
