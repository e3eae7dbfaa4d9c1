import { nearest } from "@toolgate/core"
import type { StartAgent } from "@toolgate/toolbox/routing"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Tool } from "toolgate"
import type { LoadedEntry } from "./ToolboxEntry.ts"
import { ToolboxSettingsInvalid } from "./ToolboxSettingsInvalid.ts"
import { type EntryName, entryOf, toolboxEntries } from "./toolboxEntries.ts"
import type { ToolboxSettingsFlag } from "./toolboxFlags.ts"
import { toolboxSettings } from "./toolboxSettings.ts"

/**
 * Returns the tools of these entries, with the settings of the operator. Only the entries are imported; all are if there is a file of
 * settings. `start` starts the agents of `delegate`.
 */
export const toolsOfEntries = Effect.fnUntraced(function* (
  names: ReadonlyArray<EntryName>,
  given: ToolboxSettingsFlag,
  start?: StartAgent
) {
  if (names.length === 0 && Option.isNone(given.toolboxSettings)) return []
  const { settings, file } = yield* toolboxSettings(given)
  return yield* Effect.tryPromise({
    try: () =>
      Promise.all(names.map(async (name) => made(await toolboxEntries[name].load(), name, settings[name], start))),
    catch: (cause) => cause
  }).pipe(
    Effect.map((tools) => tools.flat()),
    Effect.catch((cause) =>
      cause instanceof SectionFault
        ? Effect.fail(ToolboxSettingsInvalid.of({ problems: [{ source: file, message: cause.message }], more: 0 }))
        : Effect.die(cause)
    )
  )
})

/** An error about a section of the settings that an entry refuses. */
class SectionFault extends Error {}

const made = (
  { make }: LoadedEntry,
  name: EntryName,
  settings: unknown,
  start: StartAgent | undefined
): ReadonlyArray<Tool> => {
  try {
    return make(settings, start)
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new SectionFault(`the section "${name}" cannot be used: ${cause.message.replace(/\.$/, "")}`)
  }
}

/** Returns the tools of these names, as far as they are in the toolbox. */
export const toolsOfNames = Effect.fnUntraced(function* (
  names: ReadonlyArray<string>,
  given: ToolboxSettingsFlag,
  start?: StartAgent
) {
  const tools: ReadonlyArray<Tool> = yield* toolsOfEntries(entriesOf(names), given, start)
  return tools.filter(({ name }) => names.includes(name))
})

/** Returns the entries of these tools. */
const entriesOf = (names: ReadonlyArray<string>): ReadonlyArray<EntryName> => [
  ...new Set(names.flatMap((name) => entryOf.get(name) ?? []))
]

/**
 * Returns the name of the toolbox's tool that a name stands for, or that it probably means, so that an unknown name is answered with it.
 */
export const meantTool = (name: string): string | undefined =>
  entryOf.has(name) ? name : nearest(name, entryOf.keys())
