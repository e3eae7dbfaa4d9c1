import { lstat } from "node:fs/promises"
import { escapeUnprintable, quoted, type Tool, type ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { findPlugins } from "./findPlugins.ts"
import { mayImport } from "./inProcess.ts"
import { type ListedPluginTool, listedTools } from "./ListedPluginTool.ts"
import type { PluginProblem } from "./PluginProblem.ts"
import { keptVersions, PluginVersions } from "./PluginVersions.ts"
import { type ReadPlugin, readPlugin, type WholePlugin } from "./readPlugin.ts"
import type { InForce, TriedFolder } from "./TriedFolder.ts"
import { toolsOf } from "./toolsOf.ts"
import { watchFolders } from "./watchFolders.ts"

/** The options of a loader of plugins. */
export interface PluginLoaderOptions {
  /** Folders of plugins, or of folders of plugins. */
  readonly folders: ReadonlyArray<string>
  /** The folder of the user's settings files, each named after its plugin. */
  readonly settings: string
  /** The folder in which a copy of each version is kept, in `plugins/NAME/DIGEST`. */
  readonly state: string
  /** The registry that gets the tools. */
  readonly registry: Pick<ToolRegistry["Service"], "exchange">
}

/** The outcome of loading plugins. */
export interface PluginsLoaded {
  /** The number of plugins that were put in force. */
  readonly count: number
  /** Every reason why a plugin, or its new version, is not in force. */
  readonly problems: ReadonlyArray<PluginProblem>
}

/**
 * The plugins of folders, whose tools it registers as those of `plugin/NAME`. A plugin is put in force whole or not at
 * all, and a new version that has a problem leaves the old one in force. Loads and reloads happen one after the other.
 *
 * When the scope closes, the tools are removed from the registry.
 */
export class PluginLoader {
  private readonly options: PluginLoaderOptions
  private readonly versions: PluginVersions
  private readonly turn = Semaphore.makeUnsafe(1)
  private tried: ReadonlyMap<string, TriedFolder> = new Map()

  private constructor(options: PluginLoaderOptions) {
    this.options = options
    this.versions = new PluginVersions(`${options.state}/plugins`)
  }

  static make(options: PluginLoaderOptions): Effect.Effect<PluginLoader, never, Scope.Scope> {
    return Effect.acquireRelease(
      Effect.sync(() => new PluginLoader(options)),
      (loader) => loader.turn.withPermits(1)(loader.removeAll)
    )
  }

  /** Loads every plugin that is found, also one that was loaded before. */
  discoverPlugins(): Effect.Effect<PluginsLoaded> {
    return this.load(() => true)
  }

  /** Loads the plugins that have changed, that are new, or that had a problem. Removes the tools of those that are gone. */
  reloadChanged(): Effect.Effect<PluginsLoaded> {
    return this.load(({ state }, tried) => tried?.state !== state || tried.problems.length > 0)
  }

  /** Returns the names of the plugins that differ from what was last loaded or tried, and of those that are gone. */
  checkForChanges(): Effect.Effect<ReadonlyArray<string>> {
    return this.turn.withPermits(1)(
      Effect.map(this.read, ({ found, gone }) => [
        ...found.filter(({ folder, state }) => this.tried.get(folder)?.state !== state).map(({ name }) => name),
        ...gone.flatMap((folder) => this.tried.get(folder)?.inForce?.name ?? [])
      ])
    )
  }

  /** Returns the tools of the plugins that are in force or switched off. */
  listTools({ enabledOnly = false } = {}): ReadonlyArray<ListedPluginTool> {
    return listedTools(this.inForce).filter(({ enabled }) => enabled || !enabledOnly)
  }

  /** Every reason why a plugin, or its new version, is not in force. */
  get problems(): ReadonlyArray<PluginProblem> {
    return [...this.tried.values()].flatMap(({ problems }) => problems)
  }

  /** Reloads what has changed whenever a file changes, until the scope closes, and logs what it does. For development. */
  get watch(): Effect.Effect<void, never, Scope.Scope> {
    const { folders, settings } = this.options
    return watchFolders(
      [...folders, settings],
      Effect.flatMap(this.reloadChanged(), ({ count, problems }) =>
        Effect.andThen(
          count === 0 ? Effect.void : Effect.logInfo(`Plugins reloaded: ${count}.`),
          Effect.forEach(problems, ({ source, message }) => Effect.logWarning(`${source}: ${message}.`), {
            discard: true
          })
        )
      )
    )
  }

  private get inForce(): ReadonlyArray<InForce> {
    return [...this.tried.values()].flatMap(({ inForce }) => inForce ?? [])
  }

  private readonly read = Effect.promise(async () => {
    const { folders, settings } = this.options
    const found = await findPlugins(folders)
    const missing = [...this.tried.keys()].filter((folder) => !found.includes(folder))
    const isThere = await Promise.all(
      missing.map((folder) =>
        lstat(folder).then(
          (stats) => stats.isDirectory(),
          () => false
        )
      )
    )
    // A folder that has lost its manifest alone is a broken version, and not a plugin that was removed.
    const broken = missing.filter((_, at) => isThere[at])
    const reads = await Promise.all([...found, ...broken].map((folder) => readPlugin(folder, settings)))
    return { found: reads, gone: missing.filter((folder) => !broken.includes(folder)) }
  })

  private load(isDue: (read: ReadPlugin, tried: TriedFolder | undefined) => boolean): Effect.Effect<PluginsLoaded> {
    return this.turn.withPermits(1)(
      Effect.gen({ self: this }, function* () {
        const { found, gone } = yield* this.read
        for (const folder of gone) yield* this.remove(folder)
        let count = 0
        for (const read of found) {
          const tried = this.tried.get(read.folder)
          const twin = twinOf(read, found, this.tried)
          if (!isDue(read, tried)) continue
          if (yield* Effect.uninterruptible(this.put(twin === undefined ? read : { ...read, ...twin }))) count++
        }
        return { count, problems: this.problems }
      })
    )
  }

  /** Puts a plugin in force. Returns whether it is. */
  private readonly put = Effect.fnUntraced({ self: this }, function* (read: ReadPlugin) {
    const before = this.tried.get(read.folder)?.inForce
    const next =
      read.whole === undefined
        ? read.problems
        : yield* Effect.promise(() => this.versionOf(read.name, read.whole as WholePlugin))
    const failed = (problems: ReadonlyArray<PluginProblem>) =>
      this.note(read.folder, { state: read.state, problems, inForce: before })
    if ("length" in next) return failed(next)
    // The tools of a plugin that has another name now are in the way of its own.
    if (before !== undefined && before.name !== next.name) yield* this.exchange(before.name, [])
    const refused = yield* this.exchange(next.name, next.tools)
    if (refused !== undefined) {
      if (before !== undefined && before.name !== next.name) yield* this.exchange(before.name, before.tools)
      return failed([{ plugin: next.name, source: escapeUnprintable(read.folder), message: refused }])
    }
    yield* Effect.promise(() => this.versions.prune(next.name, next.digest).catch(() => {}))
    return this.note(read.folder, { state: read.state, problems: [], inForce: next })
  })

  /** Copies a version and makes its tools. Returns the problems if there are any. */
  private async versionOf(name: string, whole: WholePlugin): Promise<InForce | ReadonlyArray<PluginProblem>> {
    const { manifest, content, reading, enabled, overrides, settings } = whole
    const { digest } = content
    if (!enabled) return { name, digest, manifest, tools: [] }
    const problem = (message: string) => [{ plugin: name, source: reading.source(0), message }]
    if (manifest.runs !== undefined && !mayImport(name, digest))
      return problem(
        `this process has imported ${keptVersions} versions of the code of ${quoted(name)}, and cannot forget one: restart it`
      )
    try {
      const folder = await this.versions.put(name, content)
      const values = new Map([...overrides].map(([tool, { value }]) => [tool, value]))
      const tools = await toolsOf({ manifest, content, folder, settings, overrides: values }, reading)
      const problems = reading.faults?.problems.map((one) => ({ plugin: name, ...one }))
      return problems ?? { name, digest, manifest, tools }
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : String(error)
      return problem(`the version cannot be copied to ${quoted(this.options.state, 400)} (${escapeUnprintable(code)})`)
    }
  }

  private note(folder: string, tried: TriedFolder): boolean {
    this.tried = new Map(this.tried).set(folder, tried)
    return tried.problems.length === 0
  }

  private readonly remove = Effect.fnUntraced({ self: this }, function* (folder: string) {
    const plugin = this.tried.get(folder)?.inForce
    if (plugin !== undefined) yield* this.exchange(plugin.name, [])
    this.tried = new Map([...this.tried].filter(([one]) => one !== folder))
  })

  private get removeAll(): Effect.Effect<void> {
    return Effect.suspend(() => Effect.forEach([...this.tried.keys()], this.remove, { discard: true }))
  }

  /** Exchanges the tools of a plugin. Returns the reason if that is refused, without a full stop. */
  private exchange(plugin: string, tools: ReadonlyArray<Tool>): Effect.Effect<string | undefined> {
    return Effect.match(this.options.registry.exchange(`plugin/${plugin}`, tools), {
      onSuccess: () => undefined,
      onFailure: ({ message }) => message.replace(/\.$/, "")
    })
  }
}

/**
 * Returns the problem of a plugin whose name another folder has too, unless it is the one that is in force. A plugin in force keeps
 * its name while its folder is broken: whoever had the name would have its tools.
 */
const twinOf = (
  { folder, name, whole }: ReadPlugin,
  found: ReadonlyArray<ReadPlugin>,
  tried: ReadonlyMap<string, TriedFolder>
): Pick<ReadPlugin, "problems" | "whole"> | undefined => {
  if (whole === undefined || tried.get(folder)?.inForce?.name === name) return undefined
  const twin =
    found.find((other) => other.folder !== folder && other.name === name && other.whole !== undefined)?.folder ??
    [...tried].find(([other, { inForce }]) => other !== folder && inForce?.name === name)?.[0]
  if (twin === undefined) return undefined
  const message = `two plugins are called ${quoted(name)}: another one is in ${quoted(twin, 400)}`
  return { problems: [{ plugin: name, source: escapeUnprintable(folder), message }], whole: undefined }
}
