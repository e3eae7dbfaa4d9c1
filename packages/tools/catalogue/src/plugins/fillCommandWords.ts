import { posix } from "node:path"
import { describeUnknownName, type JsonObject, quoted } from "@toolgate/core"
import type { FolderContent } from "./FolderContent.ts"

/** Values that fill a plugin's command: its settings, its files, and the folder of the running version. */
export interface WordSources {
  readonly settings: JsonObject
  /** Names of all settings of the plugin. */
  readonly known: ReadonlyArray<string>
  readonly content: FolderContent
  readonly folder: string
}

/**
 * Fills `{settings.NAME}` and `{plugin.folder}` in a command. A word with an unset setting is omitted, and argument placeholders stay.
 * Reports placeholders that cannot be filled.
 */
export const fillCommandWords = (
  words: ReadonlyArray<string>,
  { settings, known, content, folder }: WordSources,
  fault: (message: () => string) => undefined
): ReadonlyArray<string> => {
  // In a command without arguments, braces are literal.
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

/** Whether call arguments fill words of a command. */
export const areFilled = (words: ReadonlyArray<string>): boolean =>
  words.some((word) => word.replaceAll("{{", "").search(/\{[A-Za-z_][\w-]*\}/) >= 0)
