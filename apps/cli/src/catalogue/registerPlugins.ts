import type { PluginProblem } from "@toolgate/catalogue"
import type { ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { Screen } from "../Screen.ts"
import { formatShortName, formatShortSentence } from "../text/formatShortText.ts"
import { WrongUse } from "../WrongUse.ts"
import { findPluginFolders } from "./findPluginFolders.ts"

/**
 * Registers the plugins' tools until the scope closes, and reports switched-off and failed plugins. Returns the reasons of the failures.
 */
export const registerPlugins = Effect.fnUntraced(function* (
  folders: ReadonlyArray<string>,
  registry: ToolRegistry["Service"]
) {
  const none: ReadonlyArray<PluginProblem> = []
  if (folders.length === 0) return none
  const places = yield* findPluginFolders(folders)
  const { PluginLoader, reloadPluginsTool } = yield* Effect.promise(() => import("@toolgate/catalogue"))
  const loader = yield* PluginLoader.make({ ...places, registry })
  const { count, problems } = yield* loader.discoverPlugins()
  yield* Effect.mapError(registry.add(reloadPluginsTool(loader)), ({ message }) => new WrongUse({ message }))
  const { notice } = yield* Screen
  for (const { plugin, name } of loader.listTools().filter(({ enabled }) => !enabled))
    yield* notice(
      `toolgate: The tool ${formatShortName(name)} of the plugin ${formatShortName(plugin)} is switched off.\n`
    )
  if (count === 0 && problems.length === 0)
    yield* notice(
      `toolgate: There are no plugins in ${folders.map((one) => `"${one}"`).join(", ")}; each is a folder with a manifest.json.\n`
    )
  for (const { source, message } of problems) yield* notice(`${formatShortSentence(`${source}: ${message}`, 1000)}\n`)
  return problems
})
