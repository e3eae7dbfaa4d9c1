import { type OptionCheck, type OptionNames, unknownOption } from "./checkOptions.ts"
import type { PluginsOptions } from "./pluginsChoice.ts"

/** The check of a path of a file, or of a list of such paths. */
export const paths: OptionCheck = (given, path) =>
  isPath(given) || (Array.isArray(given) && given.every(isPath))
    ? undefined
    : `option "${path}" has to be the path of a file, or a list of such paths.`

const isPath = (given: unknown): boolean => typeof given === "string" && given !== ""

/** The check of a path of a folder. */
export const folder: OptionCheck = (given, path) =>
  isPath(given) ? undefined : `option "${path}" has to be the path of a folder.`

const pluginsNames = {
  folders: (given, path) =>
    Array.isArray(given) && given.every(isPath) ? undefined : `option "${path}" has to be a list of paths of folders.`,
  settings: folder,
  state: folder,
  watch: true
} satisfies OptionNames<PluginsOptions>

/** The check of the choice of plugins. */
export const plugins: OptionCheck = (given, path) => {
  if (isPath(given)) return undefined
  if (typeof given !== "object" || given === null || !("folders" in given))
    return `option "${path}" has to be the path of a folder, or an object as in { folders: ["plugins"] }.`
  return unknownOption(given, pluginsNames, `${path}.`)
}
