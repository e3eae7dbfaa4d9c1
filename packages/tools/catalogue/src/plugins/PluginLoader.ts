import { lstat } from "node:fs/promises"
import { escapeUnprintable, quoted, type Tool, type ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { buildPluginTools } from "./buildPluginTools.ts"
import { findPlugins } from "./findPlugins.ts"
import { mayImport } from "./inProcess.ts"
import { type ListedPluginTool, listPluginTools } from "./ListedPluginTool.ts"
import type { PluginProblem } from "./PluginProblem.ts"
import { keptVersions, PluginVersions } from "./PluginVersions.ts"
import { type ReadPlugin, readPlugin, type WholePlugin } from "./readPlugin.ts"
import type { InForce, TriedFolder } from "./TriedFolder.ts"
import { watchFolders } from "./watchFolders.ts"

/** The options of a loader of plugins. */
export interface PluginLoaderOptions {
  /** Folders that contain a plugin or several plugins. */
  readonly folders: ReadonlyArray<string>
  /** The folder of settings files, named after plugins. */
  readonly settings: string
  /** The folder for a copy of each version, in `plugins/NAME/DIGEST`. */
  readonly state: string
  /** The registry that receives the tools. */
  readonly registry: Pick<ToolRegistry["Service"], "exchange">
}

/** The result of loading plugins. */
export interface PluginsLoaded {
  /** Number of plugins that became active. */
  readonly count: number
  /** Reasons why plugins, or new versions, are not active. */
  readonly problems: ReadonlyArray<PluginProblem>
}

/**
 * Loads the plugins of folders and registers their tools with the owner `plugin/NAME`. A plugin is activated completely or not at all. If a
 * new version has a problem, the old one stays active. Loads run one after the other.
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

  /** Loads every plugin, including those loaded before. */
  discoverPlugins(): Effect.Effect<PluginsLoaded> {
    return this.load(() => true)
  }

  /** Loads plugins that are new, changed or had a problem, and removes the tools of deleted plugins. */
  reloadChanged(): Effect.Effect<PluginsLoaded> {
    return this.load(({ state }, tried) => tried?.state !== state || tried.problems.length > 0)
  }

  /** Returns the names of plugins that were added, changed or removed since they were last loaded or tried. */
  checkForChanges(): Effect.Effect<ReadonlyArray<string>> {
    return this.turn.withPermits(1)(
      Effect.map(this.read, ({ found, gone }) => [
        ...found.filter(({ folder, state }) => this.tried.get(folder)?.state !== state).map(({ name }) => name),
        ...gone.flatMap((folder) => this.tried.get(folder)?.inForce?.name ?? [])
      ])
    )
  }

  /** Returns the tools of plugins that are active or switched off. */
  listTools({ enabledOnly = false } = {}): ReadonlyArray<ListedPluginTool> {
    return listPluginTools(this.inForce).filter(({ enabled }) => enabled || !enabledOnly)
  }

  /** Reasons why plugins, or new versions, are not active. */
  get problems(): ReadonlyArray<PluginProblem> {
    return [...this.tried.values()].flatMap(({ problems }) => problems)
  }

  /** Reloads plugins when their files change, until the scope closes, and logs the results. For development. */
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
    // A folder without a manifest is a broken version rather than a removed plugin.
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

  /** Activates a plugin. Returns whether it succeeded. */
  private readonly put = Effect.fnUntraced({ self: this }, function* (read: ReadPlugin) {
    const before = this.tried.get(read.folder)?.inForce
    const next =
      read.whole === undefined
        ? read.problems
        : yield* Effect.promise(() => this.versionOf(read.name, read.whole as WholePlugin))
    const failed = (problems: ReadonlyArray<PluginProblem>) =>
      this.note(read.folder, { state: read.state, problems, inForce: before })
    if ("length" in next) return failed(next)
    // Tools under a renamed plugin's old name must not block its new ones.
    if (before !== undefined && before.name !== next.name) yield* this.exchange(before.name, [])
    const refused = yield* this.exchange(next.name, next.tools)
    if (refused !== undefined) {
      if (before !== undefined && before.name !== next.name) yield* this.exchange(before.name, before.tools)
      return failed([{ plugin: next.name, source: escapeUnprintable(read.folder), message: refused }])
    }
    yield* Effect.promise(() => this.versions.prune(next.name, next.digest).catch(() => {}))
    return this.note(read.folder, { state: read.state, problems: [], inForce: next })
  })

  /** Copies a version and makes its tools, or returns the problems. */
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
      const tools = await buildPluginTools({ manifest, content, folder, settings, overrides: values }, reading)
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

  /** Replaces the tools of a plugin. Returns the reason for a refusal, without full stop. */
  private exchange(plugin: string, tools: ReadonlyArray<Tool>): Effect.Effect<string | undefined> {
    return Effect.match(this.options.registry.exchange(`plugin/${plugin}`, tools), {
      onSuccess: () => undefined,
      onFailure: ({ message }) => message.replace(/\.$/, "")
    })
  }
}

/**
 * Reports a plugin whose name belongs to another folder, unless it is the active one. An active plugin keeps its name even while its folder
 * is broken; otherwise another folder could take over its tools.
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
