import { type JsonObject, quoted } from "@toolgate/core"
import {
  anyText,
  duration,
  FileReading,
  flag,
  type Located,
  locateEntries,
  mapOf,
  type NameShape,
  readTextFile,
  readYaml,
  recordOf,
  type Shape,
  textOf
} from "@toolgate/yaml-reading"
import { customConfig } from "./settingsSchema.ts"

/** The user's settings for a plugin. */
export interface PluginSettings {
  readonly enabled: boolean | undefined
  readonly overrides: ReadonlyMap<string, Located<ToolOverride>>
  readonly config: Located<JsonObject> | undefined
  /** Digest of the version that may run in this process. */
  readonly trusted: string | undefined
}

/** The user's settings for a tool. Each one narrows the tool, or changes only its description. */
export interface ToolOverride {
  readonly enabled: boolean | undefined
  readonly timeoutMs: number | undefined
  readonly description: string | undefined
}

const overrideKeys = {
  enabled: { shape: flag, description: "Whether the tool is available.", absent: "true" },
  timeout: { shape: duration, description: "A shorter time of a call.", absent: "that of the manifest" },
  description: { shape: anyText, description: "The description that the model gets.", absent: "that of the manifest" }
} as const

const knownOverride: Shape<ToolOverride> = recordOf(
  "an override",
  overrideKeys,
  ({ enabled, timeout, description }): ToolOverride => ({ enabled, timeoutMs: timeout, description })
)

const override: Shape<ToolOverride> = {
  ...knownOverride,
  read: (entry, reading) => {
    const { node } = entry
    if (node.kind !== "map") return knownOverride.read(entry, reading)
    const entries = node.entries.filter(({ key, at }) => {
      if (Object.hasOwn(overrideKeys, key)) return true
      reading.fault(
        at,
        () =>
          `${quoted(key)} cannot be overridden: an override may switch a tool off ("enabled"), shorten its "timeout", or change its "description"`
      )
      return false
    })
    return knownOverride.read({ ...entry, node: { ...node, entries } }, reading)
  }
}

const anyName: NameShape<string> = { step: "TOOL", schema: {}, read: (name) => name }

const trusted: Shape<string> = textOf(
  "a digest",
  (text, { node }, reading) =>
    /^[0-9a-f]{64}$/.test(text)
      ? text
      : reading.fault(node.at, () => 'a digest has 64 characters, from "0" to "9" and from "a" to "f"'),
  { pattern: "^[0-9a-f]{64}$" }
)

/** The shape of a settings file. */
export const settingsShape: Shape<PluginSettings> = recordOf(
  "settings of a plugin",
  {
    enabled: { shape: flag, description: "Whether the plugin is loaded.", absent: "what its manifest says" },
    tool_overrides: {
      shape: mapOf("a map of tools", anyName, locateEntries(override)),
      description: "Narrower settings of single tools.",
      absent: "none"
    },
    custom_config: {
      shape: locateEntries(customConfig),
      description: "Values of the settings that the plugin has.",
      absent: "the defaults of the plugin"
    },
    trusted: {
      shape: trusted,
      description: "The digest of the version whose code may run in this process.",
      absent: "no code of the plugin runs in this process"
    }
  },
  ({ enabled, tool_overrides, custom_config, trusted }): PluginSettings => ({
    enabled,
    overrides: tool_overrides ?? new Map(),
    config: custom_config,
    trusted
  })
)

/** A parsed settings file. Values are absent if the file has problems, which are in the reading. */
export interface ReadSettings {
  readonly text: string | undefined
  readonly values: PluginSettings | undefined
  readonly reading: FileReading
  /** Reason why the file cannot be read at all. */
  readonly fault: string | undefined
}

/** Reads a plugin's settings file. A missing file means defaults. */
export const readSettings = (path: string, text = readTextFile(path, "settings")): ReadSettings => {
  const reading = new FileReading({ name: path, what: "settings", least: "{}" })
  if ("text" in text) {
    const values = readYaml(text.text, settingsShape, reading)
    return { text: text.text, values, reading, fault: undefined }
  }
  return text.isMissing === true
    ? { text: undefined, values: none, reading, fault: undefined }
    : { text: undefined, values: undefined, reading, fault: text.fault }
}

const none: PluginSettings = { enabled: undefined, overrides: new Map(), config: undefined, trusted: undefined }
