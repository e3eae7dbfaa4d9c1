import { ToolRegistry } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins, shell, type Tool } from "toolgate"
import { toolsIn } from "./toolFiles.ts"
import { WrongUse } from "./WrongUse.ts"

/** Returns a registry of the tools of these files and of this command line. */
export const registryOf = Effect.fnUntraced(function* (files: ReadonlyArray<string>) {
  const registry = yield* Effect.provide(ToolRegistry, Layer.orDie(MapToolRegistry.layer([])))
  const tools = [...(yield* toolsIn(files)), ...builtins(), shell]
  // A tool of the app replaces a built-in tool with the same name.
  for (const [at, tool] of tools.entries())
    if (at < tools.length - ours || !namesOf(tool).some(registry.has))
      yield* Effect.mapError(registry.add(tool), ({ message }) => new WrongUse({ message }))
  return registry
})

const ours = builtins().length + 1

const namesOf = ({ name, aliases }: Tool) => [name, ...aliases]
