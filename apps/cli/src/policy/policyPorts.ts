import { WorkspaceResources } from "@toolgate/workspace"
import * as Layer from "effect/Layer"
import { chooseNamedTools, type ToolboxChoice } from "../toolbox/toolboxChoice.ts"
import * as ToolsOfFlags from "../tools/ToolsOfFlags.ts"
import * as SandboxesHere from "./sandboxesHere.ts"

/**
 * Returns a layer of the services with which the `policy` commands judge calls: the tools of the flags and of this
 * command line, the gate's own resolution of resources, and the sandboxes of this machine.
 */
export const layer = (given: ToolsOfFlags.ToolFlags, toolbox: ToolboxChoice = chooseNamedTools([])) =>
  Layer.mergeAll(ToolsOfFlags.layer(given, toolbox), WorkspaceResources.layer, SandboxesHere.layer)
