import { pathToFileURL } from "node:url"
import { type JsonObject, quoted, type ToolContext, type ToolInstance } from "@toolgate/core"
import { keptVersions } from "./PluginVersions.ts"

// Imported versions stay in the memory of the process.
const imported = new Map<string, Set<string>>()

/** Counts a new version, unless too many versions of the plugin are already in memory. Returns whether it was counted. */
export const mayImport = (plugin: string, digest: string): boolean => {
  const versions = imported.get(plugin) ?? new Set<string>()
  imported.set(plugin, versions)
  if (versions.has(digest)) return true
  if (versions.size === keptVersions) return false
  versions.add(digest)
  return true
}

/** Imports a function of a trusted plugin. Returns its runner, or the reason why it cannot run. */
export const importRunner = async (
  file: string,
  name: string,
  settings: JsonObject
): Promise<ToolInstance | string> => {
  try {
    const found: unknown = ((await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>)[name]
    if (typeof found !== "function") return `has no function as its export ${quoted(name)}`
    const execute = found as ToolInstance["execute"]
    return { execute: (args, context) => execute(args, withSettings(context, settings)) }
  } catch (error) {
    return `cannot be imported: ${quoted(error instanceof Error ? error.message : String(error), 200)}`
  }
}

/** Adds the plugin's settings to the context of a call. */
const withSettings = (context: ToolContext, settings: JsonObject): ToolContext & { readonly settings: JsonObject } =>
  new Proxy(context, {
    get: (target, key) => (key === "settings" ? settings : Reflect.get(target, key, target))
  }) as ToolContext & { readonly settings: JsonObject }
