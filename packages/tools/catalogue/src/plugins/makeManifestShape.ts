import { quoted } from "@toolgate/core"
import {
  anyText,
  flag,
  type Located,
  listOf,
  locateEntries,
  oneOf,
  recordOf,
  reportWrongType,
  type Shape,
  textOf
} from "@toolgate/yaml-reading"
import valid from "semver/functions/valid.js"
import { makeDependencyShape } from "./dependencies.ts"
import type { FolderContent } from "./FolderContent.ts"
import { makePluginToolShape, type PluginToolEntry } from "./makePluginToolShape.ts"
import { type PluginSetting, settingsSchema } from "./settingsSchema.ts"

/** The content of a manifest. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly enabled: boolean
  readonly settings: ReadonlyMap<string, PluginSetting>
  /** Whether code runs in this process. By default, it runs according to the file type. */
  readonly runs: Located<"function"> | undefined
  readonly tools: ReadonlyArray<PluginToolEntry>
}

const pluginName: Shape<string> = textOf("a name", (text, { node }, reading) =>
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(text)
    ? text
    : reading.fault(
        node.at,
        () => `${quoted(text)} is not the name of a plugin: use up to 64 letters, digits, "_" and "-"`
      )
)

const version: Shape<string> = textOf("a version", (text, { node }, reading) =>
  valid(text) === null
    ? reading.fault(node.at, () => `${quoted(text)} is not a version: write three numbers, as in "1.0.0"`)
    : text
)

/** The shape of the manifest of a plugin with these files. */
export const makeManifestShape = (content: FolderContent): Shape<Manifest> => {
  // Dependencies' problems contain the name, which may come later in the manifest.
  let said = "without a name"
  const shape: Shape<Manifest> = recordOf(
    "a manifest",
    {
      schema_version: { shape: oneOf("version of the format", ["1.0"]), description: "The format.", absent: "1.0" },
      name: { shape: pluginName, description: "The name of the plugin.", absent: undefined },
      version: { shape: version, description: "The version of the plugin.", absent: undefined },
      description: { shape: anyText, description: "What the plugin is for.", absent: "none" },
      enabled: { shape: flag, description: "Whether the plugin is loaded.", absent: "true" },
      dependencies: {
        shape: listOf(
          "a list of dependencies",
          makeDependencyShape(() => said, content)
        ),
        description: "Packages in the folder of the plugin, and programs of the system.",
        absent: "none"
      },
      settings_schema: { shape: settingsSchema, description: "The settings that the plugin has.", absent: "none" },
      runs: {
        shape: locateEntries(oneOf("way to run", ["function"])),
        description: "Whether the code runs in this process. A user must trust it first.",
        absent: "each tool runs in a sandbox"
      },
      tools: {
        shape: listOf("a list of tools", makePluginToolShape(content)),
        description: "The tools.",
        absent: undefined
      }
    },
    ({ name = "", version = "", description = "", enabled = true, settings_schema, runs, tools = [] }) => ({
      name,
      version,
      description,
      enabled,
      settings: settings_schema ?? new Map(),
      runs,
      tools
    })
  )
  return {
    ...shape,
    read: (entry, reading) => {
      const { node } = entry
      if (node.kind !== "map") return reportWrongType("a map", entry, reading)
      const name = node.entries.find(({ key }) => key === "name")?.value
      if (name?.kind === "scalar" && typeof name.value === "string") said = name.value
      return shape.read(entry, reading)
    }
  }
}
