import { nearest } from "@toolgate/core"
import type { StartAgent } from "@toolgate/toolbox"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Tool } from "toolgate"
import { Screen } from "../Screen.ts"
import { leftOutText } from "../text/leftOutText.ts"
import { type EntryName, howToInstall, type ToolboxHere, toolboxHere } from "./toolboxEntries.ts"
import type { ToolboxSettingsFlag } from "./toolboxFlags.ts"
import { toolboxSettings } from "./toolboxSettings.ts"

/**
 * Returns the tools of these entries, with the settings of the operator, and without those of a section that is left out. Only the entries are imported; all are if there is a file of
 * settings. `start` starts the agents of `delegate`.
 */
export const toolsOfEntries = Effect.fnUntraced(function* (
  names: ReadonlyArray<EntryName>,
  given: ToolboxSettingsFlag,
  start?: StartAgent
) {
  if (names.length === 0 && Option.isNone(given.toolboxSettings)) return []
  const { settings, leftOut, file } = yield* toolboxSettings(given)
  const { entries: all, isInstalled } = yield* toolboxHere
  const screen = yield* Screen
  yield* screen.notice(leftOutText(leftOut))
  if (!isInstalled && file !== "")
    yield* screen.notice(
      `toolgate: ${file} is not read: the toolbox is not installed, which it is for; ${howToInstall}.\n`
    )
  const usable = names.filter((name) => !leftOut.some((section) => section.name === name))
  const entries = yield* Effect.promise(() => Promise.all(usable.map((name) => all[name]?.load())))
  return entries.flatMap((entry, at) => entry?.make(settings[usable[at] as EntryName], start) ?? [])
})

/** Returns the tools of these names, as far as they are in the toolbox. */
export const toolsOfNames = Effect.fnUntraced(function* (
  names: ReadonlyArray<string>,
  given: ToolboxSettingsFlag,
  start?: StartAgent
) {
  const tools: ReadonlyArray<Tool> = yield* toolsOfEntries(entriesOf(names, yield* toolboxHere), given, start)
  return tools.filter(({ name }) => names.includes(name))
})

/** Returns the entries of these tools. */
const entriesOf = (names: ReadonlyArray<string>, { entryOf }: ToolboxHere): ReadonlyArray<EntryName> => [
  ...new Set(names.flatMap((name) => entryOf.get(name) ?? []))
]

/**
 * Returns the name of the toolbox's tool that a name stands for, or that it probably means, so that an unknown name is answered with it.
 */
export const meantTool = (name: string, { entryOf }: ToolboxHere): string | undefined =>
  entryOf.has(name) ? name : nearest(name, entryOf.keys())
