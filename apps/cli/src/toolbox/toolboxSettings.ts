import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { plainly } from "@toolgate/core"
import type { LoadedEntry } from "@toolgate/toolbox"
import { type Entry, type LeftOut, Reading, readTextFile, readYaml, recordOf, type Shape } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { ownPolicyPath } from "../policy/ownPolicyPath.ts"
import { type SettingsSchema, settingsShape } from "./settingsShape.ts"
import { ToolboxSettingsInvalid } from "./ToolboxSettingsInvalid.ts"
import { type EntryName, entryNames, howToInstall, type ToolboxHere, toolboxHere } from "./toolboxEntries.ts"
import type { ToolboxSettingsFlag } from "./toolboxFlags.ts"

/** The settings of the toolbox: a section for each entry that has any. */
export type ToolboxSettings = Readonly<Partial<Record<EntryName, unknown>>>

/**
 * Returns the settings that the file of the flag, or the user's own, holds, and the file's name. The whole file is checked, so that a
 * mistake in it is found by the first call and not by the first call of the tool that it is about. A section with a mistake is left out:
 * the tools of its entry are not offered, because the defaults may allow what the section forbids.
 */
export const toolboxSettings = Effect.fnUntraced(function* ({
  toolboxSettings: given
}: ToolboxSettingsFlag): Effect.fn.Return<
  { readonly settings: ToolboxSettings; readonly file: string; readonly leftOut: ReadonlyArray<LeftOut> },
  ToolboxSettingsInvalid
> {
  const path = Option.getOrElse(given, () => ownFile())
  if (path === undefined) return { settings: {}, file: "", leftOut: [] }
  const name = plainly(path)
  const toolbox = yield* toolboxHere
  if (!toolbox.isInstalled) {
    // A file that only lies there keeps no other tool from its work.
    if (Option.isNone(given)) return { settings: {}, file: name, leftOut: [] }
    const message = `the toolbox is not installed, which these settings are for; ${howToInstall}`
    return yield* ToolboxSettingsInvalid.of({ problems: [{ source: name, message }], more: 0 })
  }
  const file = readTextFile(path, "settings of the toolbox")
  if ("fault" in file)
    return yield* ToolboxSettingsInvalid.of({ problems: [{ source: name, message: file.fault }], more: 0 })
  const reading = new Reading({ name, what: "settings of the toolbox", least: "version: 1" })
  const settings = readYaml(file.text, yield* Effect.promise(() => fileShape(toolbox)), reading)
  if (settings === undefined) return yield* ToolboxSettingsInvalid.of(reading.everyFault ?? { problems: [], more: 0 })
  return { settings, file: name, leftOut: reading.leftOut }
})

const ownFile = (): string | undefined => {
  const policy = Result.getOrUndefined(ownPolicyPath("--policy"))
  const path = policy === undefined ? undefined : join(dirname(policy), "toolbox.yaml")
  return path !== undefined && existsSync(path) ? path : undefined
}

const fileShape = async ({ entries }: ToolboxHere): Promise<Shape<ToolboxSettings>> => {
  const loaded = await Promise.all(entryNames.map(async (name) => [name, await entries[name]?.load()] as const))
  const sections = loaded.flatMap(([name, { settings, make } = none]) =>
    settings === undefined
      ? []
      : [
          [
            name,
            {
              shape: leavable(name, taken(settingsShape(settings as SettingsSchema, `the section "${name}"`), make)),
              description: `The settings of the entry "${name}".`,
              absent: "nothing is set"
            }
          ] as const
        ]
  )
  const version = { shape: theVersion, description: "The version of the form of this file.", absent: undefined }
  return recordOf(
    "the file of settings",
    { version, ...Object.fromEntries(sections) },
    ({ version: _, ...given }) => given
  )
}

const none: LoadedEntry = { make: () => [] }

/** Returns the shape of a section that keeps no other one out. Its value does not count if the section is left out. */
const leavable = (name: string, shape: Shape<unknown>): Shape<unknown> => ({
  ...shape,
  read: (entry, reading) => {
    const settings = shape.read(entry, reading)
    return reading.leaveOut("section", name, [{ at: entry.at, end: entry.end ?? entry.at }]) ? {} : settings
  }
})

/** Returns the shape of a section that the entry itself takes as well. It refuses one by a `TypeError`. */
const taken = (shape: Shape<unknown>, make: LoadedEntry["make"]): Shape<unknown> => ({
  ...shape,
  read: (entry, reading) => {
    const settings = shape.read(entry, reading)
    if (settings === undefined) return undefined
    try {
      make(settings)
      return settings
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause
      const { message } = cause
      return reading.fault(
        placeOf(message, entry),
        () => `the section ${entry.label} cannot be used: ${message.replace(/\.$/, "")}`
      )
    }
  }
})

/** Returns where the setting stands that a message names first, in double quotes; for one that is missing, where the section stands. */
const placeOf = (message: string, { at, node }: Entry): number => {
  const entries = node.kind === "map" ? node.entries : []
  for (const [, name] of message.matchAll(/"([^"]*)"/g)) {
    const named = entries.find(({ key }) => key === name)
    if (named !== undefined) return named.value.at
  }
  return at
}

const theVersion: Shape<1> = {
  type: "1",
  schema: { const: 1 },
  beneath: [],
  read: ({ node }, reading) =>
    node.kind === "scalar" && node.value === 1
      ? 1
      : reading.fault(node.at, () => `"version" has to be 1, the only one that there is`)
}
