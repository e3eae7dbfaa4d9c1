import { hash } from "node:crypto"
import { join } from "node:path"
import { addRecipe, type JsonObject, quoted, type Tool, type ToolImplementation } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { FileReading } from "@toolgate/yaml-reading"
import type { WrittenImplementation } from "../catalogue/implementationShape.ts"
import { KnownTools } from "../catalogue/KnownTools.ts"
import { makeTool } from "../catalogue/makeTool.ts"
import type { FolderContent } from "./FolderContent.ts"
import { areFilled, fillCommandWords } from "./fillCommandWords.ts"
import { importRunner } from "./inProcess.ts"
import type { Manifest } from "./makeManifestShape.ts"
import type { PluginToolEntry } from "./makePluginToolShape.ts"
import type { ToolOverride } from "./settingsFile.ts"

/** A plugin version in its copy folder, with the user's settings. */
export interface PluginVersion {
  readonly manifest: Manifest
  readonly content: FolderContent
  readonly folder: string
  readonly settings: JsonObject
  readonly overrides: ReadonlyMap<string, ToolOverride>
}

/** Returns the enabled tools of a version. Reports every problem. */
export const buildPluginTools = async (version: PluginVersion, reading: FileReading): Promise<ReadonlyArray<Tool>> => {
  const tools: Array<Tool> = []
  for (const each of version.manifest.tools) {
    const override = version.overrides.get(each.entry.name.value)
    const tool = override?.enabled === false ? undefined : await toolOf(version, each, reading)
    if (tool !== undefined) tools.push(overridden(tool, override))
  }
  return tools
}

const overridden = (
  tool: Tool,
  { timeoutMs = tool.timeoutMs, description = tool.description }: Partial<ToolOverride> = {}
) => ({
  ...tool,
  timeoutMs: Math.min(timeoutMs, tool.timeoutMs),
  description
})

const toolOf = async (version: PluginVersion, { entry, source }: PluginToolEntry, reading: FileReading) => {
  const { manifest, content, folder, settings } = version
  const { at } = source
  const origin = { folder, home: undefined, files: new Set<string>() }
  const fault = (message: () => string) => reading.fault(at, message)
  const variables = manifest.settings.size === 0 ? {} : { TOOLGATE_SETTINGS: JSON.stringify(settings) }
  const written = (way: Partial<WrittenImplementation> & Pick<WrittenImplementation, "kind">) =>
    makeTool(entry, { at, ...noWay, ...way }, new KnownTools([]), origin)
  const recipe = versionRecipe(version)
  const owner = `plugin/${manifest.name}`
  if (source.kind === "command") {
    const known = [...manifest.settings.keys()]
    const value = fillCommandWords(source.words, { settings, known, content, folder }, fault)
    const output = entry.output === undefined ? {} : { output: { value: "json" as const, at } }
    const input = { value: areFilled(source.words) ? ("words" as const) : ("stdin" as const), at }
    const tool = written({ kind: "command", command: { value, at }, folder: { value: folder, at }, input, ...output })
    return (
      tool && changed({ ...tool, owner }, (one) => (one.kind === "command" ? { ...one, env: variables } : one), recipe)
    )
  }
  const file = { value: join(folder, source.path), at }
  if (source.kind === "wasm") {
    const tool = written({ kind: "wasm", wasm: file })
    return (
      tool &&
      changed({ ...tool, owner }, (one) => (one.kind === "wasm" ? { ...one, env: variables } : one), {
        ...recipe,
        module: source.path
      })
    )
  }
  const tool = written({ kind: "script", script: file })
  if (tool === undefined) return undefined
  if (manifest.runs === undefined)
    return changed(
      { ...tool, owner },
      (one) => (one.kind === "script" ? { ...one, export: source.export, settings } : one),
      { ...recipe, script: source.path }
    )
  if (entry.class === undefined && entry.side_effects === undefined)
    fault(
      () =>
        `the tool ${quoted(tool.name)} runs in this process, where it can do anything: say what it does, under "class"`
    )
  const found = await importRunner(file.value, source.export, settings)
  if (typeof found === "string") return fault(() => `${quoted(source.path)} ${found}`)
  const inProcess = { ...recipe, module: source.path, export: source.export }
  return {
    ...tool,
    owner,
    implementations: [{ kind: "function" as const, make: () => found, stateless: true, recipe: inProcess }]
  }
}

/** Identifies a version by its digest and a digest of each setting, because a setting may be a secret. */
const versionRecipe = ({ manifest, content, settings }: PluginVersion): JsonObject => ({
  plugin: `${manifest.name} ${manifest.version}`,
  content: `sha256:${content.digest}`,
  settings: Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, `sha256:${hash("sha256", canonicalizeJson(value))}`])
  )
})

const changed = (tool: Tool, change: (one: ToolImplementation) => ToolImplementation, recipe: JsonObject): Tool =>
  addRecipe({ ...tool, implementations: tool.implementations.map(change) }, recipe)

/** Ways to run a tool that plugins do not support. */
const noWay = {
  command: undefined,
  wasm: undefined,
  script: undefined,
  http: undefined,
  builtin: undefined,
  provider_specs: undefined,
  input: undefined,
  output: undefined,
  folder: undefined,
  env: undefined
} as const
