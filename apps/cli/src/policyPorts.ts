import { MapToolRegistry } from "@toolgate/registry"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Layer from "effect/Layer"
import { builtins, shell } from "toolgate"

/** What the `policy` commands judge with: the tools of this command line, and the gate's own way to resolve arguments. */
export const layer = Layer.mergeAll(
  Layer.orDie(MapToolRegistry.layer([...builtins(), shell])),
  WorkspaceResources.layer
)
