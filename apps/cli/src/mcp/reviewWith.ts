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
 * Returns how the refusal of a definition names the command that reviews it. The command names the files and folders that these flags name:
 * without its plugin, a name may be that of another tool.
 */
export const reviewWith =
  (
    given: ServerFlags & StoreFlags & SourceFlags & ToolboxSettingsFlag
  ): NonNullable<NonNullable<ToolgateOptions["pins"]>["reviewWith"]> =>
  (review, tool) =>
    [`toolgate tools ${review}`, shellWord(tool), ...serverWords(given), ...storeWords(given)].join(" ") +
    flagsText(fromAnywhere(given))

/** Returns the flags with paths that hold in any folder. */
const fromAnywhere = ({ catalogue, plugins, skills, toolboxSettings }: SourceFlags & ToolboxSettingsFlag) => ({
  catalogue: catalogue.map((path) => resolve(path)),
  plugins: plugins.map((path) => resolve(path)),
  skills: skills.map((path) => resolve(path)),
  toolboxSettings: Option.map(toolboxSettings, (path) => resolve(path))
})
