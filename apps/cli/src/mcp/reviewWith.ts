import { resolve } from "node:path"
import * as Option from "effect/Option"
import type { ToolgateOptions } from "toolgate"
import type { SourceFlags } from "../catalogue/catalogueFlags.ts"
import { formatSourceFlags } from "../catalogue/formatSourceFlags.ts"
import { listStoreWords, type StoreFlags } from "../flags/storeFlags.ts"
import { quoteShellWord } from "../text/quoteShellWord.ts"
import type { ToolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { listServerWords, type ServerFlags } from "./openServerTools.ts"

/**
 * Returns the review command for a refused definition. It repeats these flags, because without its plugin the name may belong to another
 * tool.
 */
export const reviewWith =
  (
    given: ServerFlags & StoreFlags & SourceFlags & ToolboxSettingsFlag
  ): NonNullable<NonNullable<ToolgateOptions["pins"]>["reviewWith"]> =>
  (review, tool) =>
    [`toolgate tools ${review}`, quoteShellWord(tool), ...listServerWords(given), ...listStoreWords(given)].join(" ") +
    formatSourceFlags(fromAnywhere(given))

/** Returns the flags with absolute paths. */
const fromAnywhere = ({ catalogue, plugins, skills, toolboxSettings }: SourceFlags & ToolboxSettingsFlag) => ({
  catalogue: catalogue.map((path) => resolve(path)),
  plugins: plugins.map((path) => resolve(path)),
  skills: skills.map((path) => resolve(path)),
  toolboxSettings: Option.map(toolboxSettings, (path) => resolve(path))
})
