import { posix } from "node:path"
import { describeUnknownName, type JsonObject, quoted } from "@toolgate/core"
import type { FolderContent } from "./FolderContent.ts"

/** The sources of the words of a plugin: its settings, its files, and the folder of the version that runs. */
export interface WordSources {
  readonly settings: JsonObject
  /** The names of all settings that the plugin has. */
  readonly known: ReadonlyArray<string>
  readonly content: FolderContent
  readonly folder: string
}

/**
 * Returns the words of a command with the plugin's own placeholders filled: `{settings.NAME}` and `{plugin.folder}`. A
 * word whose setting has no value is left out. The arguments' placeholders stay. Reports what cannot be filled.
 */
export const commandWordsOf = (
  words: ReadonlyArray<string>,
  { settings, known, content, folder }: WordSources,
  fault: (message: () => string) => undefined
): ReadonlyArray<string> => {
  // In a command that no argument fills, a brace stands for itself.
  const literal = (text: string) => (areFilled(words) ? text.replaceAll("{", "{{").replaceAll("}", "}}") : text)
  return words.flatMap((word, at) => {
    if (at > 0 && word.startsWith("./") && content.files.has(posix.normalize(word)))
      fault(
        () =>
          `the word ${quoted(word)} would be a file of the workspace: write ${quoted(`{plugin.folder}/${posix.normalize(word)}`)} for the plugin's own`
      )
    let isAbsent = false
    const filled = word.replaceAll(/\{(?:plugin\.(?<own>[\w-]*)|settings\.(?<setting>[\w-]*))\}/g, (all, ...found) => {
      const { own, setting } = found.at(-1) as { readonly own?: string; readonly setting?: string }
      if (setting === undefined) {
        if (own === "folder") return literal(folder)
        fault(() => describeUnknownName("placeholder", all, ["{plugin.folder}"], { where: "in the command" }))
        return ""
      }
      if (!known.includes(setting))
        fault(() => describeUnknownName("setting", setting, known, { where: "in the command" }))
      const value = Object.hasOwn(settings, setting) ? settings[setting] : undefined
      if (value === undefined) isAbsent = true
      return literal(typeof value === "string" ? value : (JSON.stringify(value) ?? ""))
    })
    return isAbsent ? [] : [filled]
  })
}

/** Whether arguments of a call fill words of a command. */
export const areFilled = (words: ReadonlyArray<string>): boolean =>
  words.some((word) => word.replaceAll("{{", "").search(/\{[A-Za-z_][\w-]*\}/) >= 0)
