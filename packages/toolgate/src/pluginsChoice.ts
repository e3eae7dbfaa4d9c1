import { dirname, join, resolve } from "node:path"
import type { PluginLoader } from "@toolgate/catalogue"
import type { Tool, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The plugins of a gate: the folder of one plugin, or of folders of plugins; or several folders with the places beside them. */
export type PluginsChoice = string | PluginsOptions

/** The folders of plugins, and the places where their settings and their copies are kept. */
export interface PluginsOptions {
  /** The folders, each of one plugin or of folders of plugins. */
  readonly folders: ReadonlyArray<string>
  /** The folder of the user's settings files, each named after its plugin: `plugins` in the folder of the user's policy by default. */
  readonly settings?: string
  /** The folder in which a copy of each version is kept, from which the version runs: `~/.local/state/toolgate` by default. */
  readonly state?: string
  /** Whether plugins are reloaded whenever a file of theirs changes. For development: nobody is asked about the new version. */
  readonly watch?: boolean
}

/** The plugins of a gate before its registry is there. */
export interface UnregisteredPlugins {
  readonly loader: PluginLoader
  /** The tools as they were read first, so that the policy knows them. */
  readonly tools: ReadonlyArray<Tool>
  /** The tool that reloads the plugins. */
  readonly reload: Tool
  /** The folders that decide what the plugins run. */
  readonly files: ReadonlyArray<string>
  /** Registers the tools, and logs why some are not. */
  readonly register: (registry: Registry) => Effect.Effect<void, never, Scope.Scope>
}

type Registry = Pick<ToolRegistry["Service"], "exchange">

/**
 * Reads the plugins of a gate. Their tools are registered later, because the parts that check a tool need a policy, and the policy is
 * told of the tools.
 */
export const readPlugins = Effect.fnUntraced(function* (
  choice: PluginsChoice
): Effect.fn.Return<UnregisteredPlugins, never, Scope.Scope> {
  const { PluginLoader, reloadPluginsTool } = yield* Effect.promise(() => import("@toolgate/catalogue"))
  const { watch, ...places } = yield* Effect.promise(() => placesOf(choice))
  const read = new Map<string | undefined, ReadonlyArray<Tool>>()
  let held: Registry = {
    exchange: (owner, tools) => {
      read.set(owner, [...tools])
      return Effect.succeed([])
    }
  }
  const registry: Registry = { exchange: (owner, tools) => held.exchange(owner, tools) }
  const loader = yield* PluginLoader.make({ ...places, registry })
  yield* loader.discoverPlugins()
  return {
    loader,
    tools: [...read.values()].flat(),
    reload: reloadPluginsTool(loader),
    files: [...places.folders, places.settings, join(places.state, "plugins")],
    register: Effect.fnUntraced(function* (to) {
      held = to
      const { problems } = yield* loader.discoverPlugins()
      for (const { source, message } of problems)
        yield* Effect.logWarning(`A problem of plugins: ${source}: ${sentence(message)}`)
      if (watch) yield* loader.watch
    })
  }
})

const sentence = (message: string): string => (message.endsWith("?") ? message : `${message}.`)

const placesOf = async (choice: PluginsChoice) => {
  const { folders, settings, state, watch = false } = typeof choice === "string" ? { folders: [choice] } : choice
  // Code of policy files is loaded only when it is needed.
  const { homeFolder, policyPath } = await import("@toolgate/policy-files")
  // By the user database: an agent can set the variables of an environment.
  const home = homeFolder()
  const orHome = (given: string | undefined, named: string, byDefault: (home: string) => string) => {
    if (given !== undefined) return resolve(given)
    if (home !== undefined) return byDefault(home)
    throw new TypeError(`The user of this process has no home folder: name a folder in the option "plugins.${named}".`)
  }
  return {
    folders: folders.map((folder) => resolve(folder)),
    settings: orHome(settings, "settings", (at) => join(dirname(policyPath(at)), "plugins")),
    state: orHome(state, "state", (at) => join(at, ".local", "state", "toolgate")),
    watch
  }
}
