import type { EntryName as NameInToolbox } from "@toolgate/toolbox"
import * as Effect from "effect/Effect"
import type { LoadedEntry, ToolboxEntry } from "toolgate/config"

/** The name of an entry. */
export type EntryName = NameInToolbox | "chain"

/** The names of all entries, in the order of the documentation. */
export const entryNames: ReadonlyArray<EntryName> = [
  ...(["web", "data", "code", "math", "archive", "llm", "memory", "canvas", "routing"] as const),
  "chain"
]

/** The entries that this command line has. Where the toolbox is not installed, `chain` is the only one. */
export interface ToolboxHere {
  readonly isInstalled: boolean
  readonly entries: Readonly<Record<string, ToolboxEntry>>
  /** The entry of each tool, by the tool's name. */
  readonly entryOf: ReadonlyMap<string, EntryName>
}

/** Returns the entries of this command line. An entry is imported when one of its tools is wanted. */
export const toolboxHere: Effect.Effect<ToolboxHere> = Effect.promise(async () => {
  const installed = await import("@toolgate/toolbox").then(({ toolboxEntries }) => toolboxEntries, notInstalled)
  const entries: ToolboxHere["entries"] = { ...installed, chain }
  const entryOf = new Map(entryNames.flatMap((name) => (entries[name]?.tools ?? []).map((tool) => [tool, name])))
  return { isInstalled: installed !== undefined, entries, entryOf }
})

/** The words for what adds the toolbox, as the end of a sentence. */
export const howToInstall = 'install the package "@toolgate/toolbox" beside this program'

/** Returns nothing where the package is not installed. Fails for one that cannot be loaded. */
const notInstalled = (cause: unknown): undefined => {
  const { code, message = "" } = cause as { readonly code?: string; readonly message?: string }
  if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes("'@toolgate/toolbox'")) throw cause
}

const chain: ToolboxEntry = {
  tools: ["run_script", "search_tools", "describe_tools"],
  load: async (): Promise<LoadedEntry> => {
    const { chainTools } = await import("@toolgate/chain")
    return { make: () => chainTools() }
  }
}
