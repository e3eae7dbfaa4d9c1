import { defineTool, type Tool } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { PluginLoader } from "./PluginLoader.ts"

/** Returns the tool with which an agent reloads changed plugins. A person is asked, because code changes. */
export const reloadPluginsTool = (loader: Pick<PluginLoader, "reloadChanged">): Tool =>
  defineTool({
    name: "reload_plugins",
    description:
      "Loads the plugins that have changed since they were last loaded. A version that has a problem is not loaded: the old one stays in force, and the problem is returned.",
    parameters: { type: "object", properties: {}, additionalProperties: false },
    sideEffects: "EXECUTE",
    effects: ["system_state"],
    risk: "HIGH",
    category: "system",
    callers: ["direct"],
    execute: () =>
      Effect.map(loader.reloadChanged(), ({ count, problems }) => ({
        reloaded: count,
        problems: problems.map(({ plugin, source, message }) => ({ plugin, source, message }))
      }))
  })
