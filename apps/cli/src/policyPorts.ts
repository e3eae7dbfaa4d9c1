import { ToolRegistry } from "@toolgate/core"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Layer from "effect/Layer"
import { registryOf } from "./registryOf.ts"
import * as SandboxesHere from "./sandboxesHere.ts"

/**
 * Returns a layer of the services with which the `policy` commands judge calls: the tools of `--tools` and of this
 * command line, the gate's own resolution of resources, and the sandboxes of this machine.
 */
export const layer = (files: ReadonlyArray<string>) =>
  Layer.mergeAll(Layer.effect(ToolRegistry, registryOf(files)), WorkspaceResources.layer, SandboxesHere.layer)
