import { describeUnknownName, type Json, type JsonObject, quoted } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import {
  anyText,
  type FileReading,
  jsonObject,
  jsonValue,
  type Located,
  mapOf,
  type NameShape,
  oneOf,
  recordOf,
  type Shape
} from "@toolgate/yaml-reading"

/** A setting that a plugin has. */
export interface PluginSetting {
  readonly type: SettingType
  readonly default: Json | undefined
  readonly description: string | undefined
}

const types = ["string", "number", "integer", "boolean", "array", "object"] as const
type SettingType = (typeof types)[number]

const names: NameShape<string> = {
  step: "SETTING",
  schema: { pattern: "^[A-Za-z_][A-Za-z0-9_-]{0,63}$" },
  read: (name, at, reading) =>
    /^[A-Za-z_][\w-]{0,63}$/.test(name) && name !== "__proto__"
      ? name
      : reading.fault(at, () => `${quoted(name)} is not the name of a setting: use letters, digits, "_" and "-"`)
}

/** The shape of the settings that a plugin has, by their names. */
export const settingsSchema: Shape<ReadonlyMap<string, PluginSetting>> = mapOf(
  "a map of settings",
  names,
  recordOf(
    "a setting",
    {
      type: { shape: oneOf("type", types), description: "The type of the value.", absent: undefined },
      default: { shape: jsonValue, description: "The value if the user gives none.", absent: "the setting is absent" },
      description: { shape: anyText, description: "The meaning of the setting.", absent: "none" }
    },
    ({ type = "string", default: value, description }, at, reading): PluginSetting | undefined =>
      value === undefined || isOf(type, value)
        ? { type, default: value, description }
        : reading.fault(at, () => `the default of a setting of the type ${type} must be ${words[type]}`)
  )
)

/** The shape of setting values. Whether the plugin has these settings is checked later. */
export const customConfig: Shape<JsonObject> = jsonObject

/** Returns the values of a plugin's settings. Reports unknown settings and wrong types. */
export const readSettingValues = (
  plugin: string,
  schema: ReadonlyMap<string, PluginSetting>,
  given: Located<JsonObject> | undefined,
  reading: FileReading
): JsonObject => {
  const values = new Map<string, Json>()
  for (const [name, { default: value }] of schema) if (value !== undefined) values.set(name, value)
  for (const [name, value] of Object.entries(given?.value ?? {})) {
    const setting = schema.get(name)
    if (setting === undefined)
      reading.fault(given?.at ?? 0, () =>
        describeUnknownName("setting", name, [...schema.keys()], { where: `of the plugin ${quoted(plugin)}` })
      )
    else if (!isOf(setting.type, value))
      reading.fault(given?.at ?? 0, () => `the setting ${quoted(name)} must be ${words[setting.type]}`)
    values.set(name, value)
  }
  return Object.fromEntries(values)
}

const isOf = (type: SettingType, value: Json): boolean =>
  type === "array"
    ? Array.isArray(value)
    : type === "object"
      ? isJsonObject(value)
      : type === "integer"
        ? Number.isSafeInteger(value)
        : typeof value === type

const words: Readonly<Record<SettingType, string>> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map"
}
