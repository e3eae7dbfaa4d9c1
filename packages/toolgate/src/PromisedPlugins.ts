import type { ListedPluginTool, PluginProblem, PluginsLoaded } from "@toolgate/catalogue"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { GatePlugins } from "./GatePlugins.ts"

/**
 * The plugins of a gate: none without the option `plugins`. Once the gate is closed, nothing is reloaded any more.
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
  /** Returns the tools of the plugins that are in force or switched off. */
  readonly listTools: (options?: { readonly enabledOnly?: boolean }) => ReadonlyArray<ListedPluginTool>
  /** Resolves to the names of the plugins that differ from what was last loaded or tried, and of those that are gone. */
  readonly checkForChanges: () => Promise<ReadonlyArray<string>>
  /**
   * Loads the plugins that have changed, that are new, or that had a problem, and removes the tools of those that are gone. Calls
   * that run finish on the version that they began with. A version with a problem leaves the old one in force.
   */
  readonly reloadChanged: () => Promise<PluginsLoaded>
  /** Every reason why a plugin, or its new version, is not in force. */
  readonly problems: ReadonlyArray<PluginProblem>
}

/** Returns the plugins of a gate until `closed` is aborted. */
export const promisedPlugins = (services: Context.Context<GatePlugins>, closed: AbortSignal): PromisedPlugins => {
  const plugins = Context.get(services, GatePlugins)
  const promised = async <A>(effect: Effect.Effect<A>): Promise<A> => {
    if (closed.aborted) throw new Error("The gate is closed: its plugins can neither be checked nor reloaded any more.")
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
