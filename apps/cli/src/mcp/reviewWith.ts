import { resolve } from "node:path"
import * as Option from "effect/Option"
import type { ToolgateOptions } from "toolgate"
import type { SourceFlags } from "../catalogue/catalogueFlags.ts"
import { flagsText } from "../catalogue/flagsText.ts"
import { type StoreFlags, storeWords } from "../flags/storeFlags.ts"
import type { ToolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { type ServerFlags, serverWords } from "./serverTools.ts"
import { shellWord } from "./shellWord.ts"

/**
 * Returns the review command for a refused definition. It repeats these flags, because without its plugin the name may belong to another
 * tool.
 */
export const reviewWith =
  (
    given: ServerFlags & StoreFlags & SourceFlags & ToolboxSettingsFlag
  ): NonNullable<NonNullable<ToolgateOptions["pins"]>["reviewWith"]> =>
  (review, tool) =>
    [`toolgate tools ${review}`, shellWord(tool), ...serverWords(given), ...storeWords(given)].join(" ") +
    flagsText(fromAnywhere(given))

/** Returns the flags with absolute paths. */
const fromAnywhere = ({ catalogue, plugins, skills, toolboxSettings }: SourceFlags & ToolboxSettingsFlag) => ({
  catalogue: catalogue.map((path) => resolve(path)),
  plugins: plugins.map((path) => resolve(path)),
  skills: skills.map((path) => resolve(path)),
  toolboxSettings: Option.map(toolboxSettings, (path) => resolve(path))
})
