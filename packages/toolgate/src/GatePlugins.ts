import type { PluginLoader } from "@toolgate/catalogue"
import { ToolRegistry } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { GateSources } from "./GateSources.ts"

/**
 * The plugins of a gate. Empty unless the option `plugins` is set.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import { GatePlugins, ToolgateLayer } from "toolgate/effect"
 *
 * // This gate has no plugins.
 * const gate = ToolgateLayer.layer({ policy: "default", tools: [] })
 * const reload = Effect.flatMap(GatePlugins, (plugins) => plugins.reloadChanged())
 * assert.deepEqual(await Effect.runPromise(Effect.provide(reload, gate)), { count: 0, problems: [] })
 * ```
 */
export class GatePlugins extends Context.Service<
  GatePlugins,
  Pick<PluginLoader, "listTools" | "checkForChanges" | "reloadChanged" | "problems">
>()("@toolgate/toolgate/GatePlugins") {
  /** Registers the plugins' tools. Build this layer after every part that checks a new tool. */
  static readonly layer: Layer.Layer<GatePlugins, never, GateSources | ToolRegistry> = Layer.effect(
    GatePlugins,
    Effect.gen(function* () {
      const { plugins } = yield* GateSources
      if (plugins === undefined) return none
      yield* plugins.register(yield* ToolRegistry)
      const { loader } = plugins
      return {
        listTools: (options) => loader.listTools(options),
        checkForChanges: () => loader.checkForChanges(),
        reloadChanged: () => loader.reloadChanged(),
        get problems() {
          return loader.problems
        }
      }
    })
  )
}

const none: GatePlugins["Service"] = {
  listTools: () => [],
  checkForChanges: () => Effect.succeed([]),
  reloadChanged: () => Effect.succeed({ count: 0, problems: [] }),
  problems: []
}
