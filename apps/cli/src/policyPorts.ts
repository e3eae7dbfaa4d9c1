import { ToolRegistry } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins, shell, type Tool } from "toolgate"
import * as SandboxesHere from "./sandboxesHere.ts"
import { toolsIn } from "./toolFiles.ts"
import { WrongUse } from "./WrongUse.ts"

/**
 * Returns a layer of the services with which the `policy` commands judge calls: the tools of `--tools` and of this
 * command line, the gate's own resolution of resources, and the sandboxes of this machine.
 */
export const layer = (files: ReadonlyArray<string>) =>
  Layer.mergeAll(Layer.effect(ToolRegistry, registryOf(files)), WorkspaceResources.layer, SandboxesHere.layer)

const registryOf = Effect.fnUntraced(function* (files: ReadonlyArray<string>) {
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
