import { dirname, join, resolve } from "node:path"
import type { PluginLoader } from "@toolgate/catalogue"
import type { Tool, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The plugins of a gate: a folder of one plugin or of several, or an object with more options. */
export type PluginsChoice = string | PluginsOptions

/** The folders of plugins, and where their settings and copies are saved. */
export interface PluginsOptions {
  /** Folders that contain a plugin, or several plugins in subfolders. */
  readonly folders: ReadonlyArray<string>
  /** The folder of settings files, named after their plugins. Defaults to `plugins` in the folder of the user's policy. */
  readonly settings?: string
  /** The folder for a copy of each version. Plugins run from the copy. Defaults to `~/.local/state/toolgate`. */
  readonly state?: string
  /** Reloads plugins when their files change. For development only: new versions need no approval. */
  readonly watch?: boolean
}

/** The plugins of a gate before its registry exists. */
export interface UnregisteredPlugins {
  readonly loader: PluginLoader
  /** The tools as first read, for the policy. */
  readonly tools: ReadonlyArray<Tool>
  /** The tool that reloads plugins. */
  readonly reload: Tool
  /** Folders that determine what the plugins run. */
  readonly files: ReadonlyArray<string>
  /** Registers the tools, and logs why some were refused. */
  readonly register: (registry: Registry) => Effect.Effect<void, never, Scope.Scope>
}

type Registry = Pick<ToolRegistry["Service"], "exchange">

/**
 * Reads the plugins of a gate. Their tools are registered later, because checking a tool needs a policy, and the policy needs to know the
 * tools.
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
        yield* Effect.logWarning(`Plugin problem: ${source}: ${sentence(message)}`)
      if (watch) yield* loader.watch
    })
  }
})

const sentence = (message: string): string => (message.endsWith("?") ? message : `${message}.`)

const placesOf = async (choice: PluginsChoice) => {
  const { folders, settings, state, watch = false } = typeof choice === "string" ? { folders: [choice] } : choice
  // Loaded lazily.
  const { getHomeFolder, getPolicyPath } = await import("@toolgate/policy-files")
  // Uses the user database, because an agent can set environment variables.
  const home = getHomeFolder()
  const orHome = (given: string | undefined, named: string, byDefault: (home: string) => string) => {
    if (given !== undefined) return resolve(given)
    if (home !== undefined) return byDefault(home)
    throw new TypeError(`The current user has no home folder. Set the option "plugins.${named}".`)
  }
  return {
    folders: folders.map((folder) => resolve(folder)),
    settings: orHome(settings, "settings", (at) => join(dirname(getPolicyPath(at)), "plugins")),
    state: orHome(state, "state", (at) => join(at, ".local", "state", "toolgate")),
    watch
  }
}
