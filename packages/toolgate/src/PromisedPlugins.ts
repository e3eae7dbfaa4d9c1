import type { ListedPluginTool, PluginProblem, PluginsLoaded } from "@toolgate/catalogue"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { GatePlugins } from "./GatePlugins.ts"

/**
 * The plugins of a gate. Empty unless the option `plugins` is set. Once the gate is closed, plugins cannot be reloaded.
 *
 * ```ts
 * import type { Toolgate } from "toolgate"
 *
 * // Reloads what has changed on the disk, and says why a plugin stays as it was.
 * export const reload = async ({ plugins }: Toolgate) => {
 *   if ((await plugins.checkForChanges()).length === 0) return
 *   const { count, problems } = await plugins.reloadChanged()
 *   console.log(`${count} reloaded.`, ...problems.map(({ source, message }) => `${source}: ${message}.`))
 * }
 * ```
 */
export interface PromisedPlugins {
  /** Returns the tools of plugins that are active or switched off. */
  readonly listTools: (options?: { readonly enabledOnly?: boolean }) => ReadonlyArray<ListedPluginTool>
  /** Resolves to the names of the plugins that were added, changed or removed since they were last loaded or tried. */
  readonly checkForChanges: () => Promise<ReadonlyArray<string>>
  /**
   * Loads plugins that are new, changed or had a problem, and removes the tools of deleted plugins. Running calls finish on the version
   * they started with. If a new version has a problem, the old one stays active.
   */
  readonly reloadChanged: () => Promise<PluginsLoaded>
  /** Reasons why plugins or new versions are not active. */
  readonly problems: ReadonlyArray<PluginProblem>
}

/** Returns the plugin methods of a gate. They throw once `closed` is aborted. */
export const makePromisedPlugins = (services: Context.Context<GatePlugins>, closed: AbortSignal): PromisedPlugins => {
  const plugins = Context.get(services, GatePlugins)
  const promised = async <A>(effect: Effect.Effect<A>): Promise<A> => {
    if (closed.aborted) throw new Error("The gate is closed; its plugins are no longer available.")
    return Effect.runPromiseWith(services)(effect)
  }
  return {
    listTools: (options) => plugins.listTools(options),
    checkForChanges: () => promised(plugins.checkForChanges()),
    reloadChanged: () => promised(plugins.reloadChanged()),
    get problems() {
      return plugins.problems
    }
  }
}
