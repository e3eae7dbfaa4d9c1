import { quoted, type ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { ChosenTools } from "toolgate/config"
import { Screen } from "../Screen.ts"
import { type EntryName, entryNames, howToInstall, type ToolboxHere, toolboxHere } from "./toolboxEntries.ts"
import type { ToolboxSettingsFlag } from "./toolboxFlags.ts"
import { findMeantTool, openToolbox } from "./toolboxTools.ts"

/** The tools of the toolbox that a command has, by their names. */
export interface ToolNames {
  /** The tools that are wanted. */
  readonly wanted: ReadonlyArray<string>
  /** The tools that are wanted if a catalogue annotates them. */
  readonly annotated: ReadonlyArray<string>
  /** The names that no entry here has, although the toolbox may, because it is not installed. */
  readonly missing?: ReadonlyArray<string>
}

/** The choice of a command among the entries that there are. */
export type ToolboxChoice = (toolbox: ToolboxHere) => ToolNames

/** The choice of a command without tools of the toolbox. */
export const chooseNoTools: ToolboxChoice = () => ({ wanted: [], annotated: [] })

/** Returns the choice of all tools of these entries. */
export const chooseEntries =
  (names: ReadonlyArray<EntryName>): ToolboxChoice =>
  ({ entries }) => ({ wanted: names.flatMap((name) => entries[name]?.tools ?? []), annotated: [] })

/** The tools of a gate that keeps artifacts. The gate makes them; a command that is about tools shows them. */
export const artifactTools: ReadonlyArray<string> = ["read_artifact", "search_artifact"]

/** The choice of a command that is about all tools. */
export const chooseAllTools: ToolboxChoice = (toolbox) => ({
  wanted: [...chooseEntries(entryNames)(toolbox).wanted, ...artifactTools],
  annotated: []
})

/** Returns the choice of a command that is about the tools of these names. Its catalogues may annotate every tool of the toolbox. */
export const chooseNamedTools =
  (names: ReadonlyArray<string>): ToolboxChoice =>
  (toolbox) => {
    const { entryOf, isInstalled } = toolbox
    return {
      wanted: names.flatMap((name) => (artifactTools.includes(name) ? name : (findMeantTool(name, toolbox) ?? []))),
      annotated: [...entryOf.keys()],
      ...(isInstalled ? {} : { missing: names.filter((name) => !entryOf.has(name) && !artifactTools.includes(name)) })
    }
  }

/** A call that a command makes: its tool, and its arguments if known. */
interface KnownCall {
  readonly tool: string
  readonly text: string
}

/** Returns the choice of a command that makes calls: their tools, and for a script those that it names. */
export const chooseCalledTools =
  (calls: ReadonlyArray<KnownCall>): ToolboxChoice =>
  (toolbox) =>
    calls.some(({ tool }) => tellsOfTools.has(tool))
      ? chooseAllTools(toolbox)
      : chooseNamedTools(
          calls.flatMap(({ tool, text }) => (tool === "run_script" ? [tool, ...toolsNamedIn(text, toolbox)] : tool))
        )(toolbox)

/** The tools whose answers are about all others. */
const tellsOfTools: ReadonlySet<string> = new Set(["search_tools", "describe_tools"])

/** Returns the names of the toolbox's tools that a text has as words. The text may be JSON, in which `\n` stands for the end of a line. */
const toolsNamedIn = (text: string, { entryOf }: ToolboxHere): ReadonlyArray<string> => {
  const words = new Set(text.match(/\\.|\w+/g))
  return [...entryOf.keys()].filter((name) => words.has(name))
}

/** Opens the chosen tools of a command, with the tools that its catalogues annotate. Reports invalid settings. */
export const openChosenToolbox = Effect.fnUntraced(function* (
  given: ToolboxSettingsFlag & { readonly catalogue: ReadonlyArray<string> },
  choice: ToolboxChoice
) {
  const { wanted, annotated: known, missing = [] } = choice(yield* toolboxHere)
  const names = yield* namesIn(given.catalogue)
  const annotated = known.filter((name) => names.includes(name))
  const toolbox: ChosenTools = { ...(yield* openToolbox(given, [...wanted, ...annotated])), tools: wanted, annotated }
  return { toolbox, missing }
})

const namesIn = Effect.fnUntraced(function* (catalogues: ReadonlyArray<string>) {
  if (catalogues.length === 0) return []
  const { listAnnotatedNames } = yield* Effect.promise(() => import("@toolgate/catalogue"))
  return listAnnotatedNames(catalogues)
})

/** Prints that the missing toolbox may have these unknown tools. */
export const reportMissing = Effect.fnUntraced(function* (
  registry: Pick<ToolRegistry["Service"], "has">,
  missing: ReadonlyArray<string>
) {
  for (const name of missing)
    if (!registry.has(name))
      yield* (yield* Screen).notice(
        `toolgate: If ${quoted(name)} is a tool of the toolbox, which is not installed, ${howToInstall}.\n`
      )
})
