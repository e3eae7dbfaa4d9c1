import { resolve } from "node:path"
import { type McpConfig, serverOwner } from "@toolgate/mcp-client"
import * as Option from "effect/Option"
import type { ToolgateOptions } from "toolgate"
import type { SourceFlags } from "../catalogue/catalogueFlags.ts"
import { flagsText } from "../catalogue/flagsText.ts"
import { type StoreFlags, storeWords } from "../flags/storeFlags.ts"
import type { ToolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { type ServerFlags, serverWords } from "./serverTools.ts"
import { shellWord } from "./shellWord.ts"

/**
 * Returns the rules about the definitions of servers' tools. The commands of a refusal name the files and folders that these flags name:
 * without its plugin, a name may be that of another tool.
 */
export const pinsOf = (
  { servers, pins }: Pick<McpConfig, "servers" | "pins">,
  given: ServerFlags & StoreFlags & SourceFlags & ToolboxSettingsFlag
): NonNullable<ToolgateOptions["pins"]> => ({
  owners: Object.fromEntries(
    [...servers.values()].map((server) => [serverOwner(server), pins === "first" ? "first-use" : "approved"])
  ),
  reviewWith: (review, tool) =>
    [`toolgate tools ${review}`, shellWord(tool), ...serverWords(given), ...storeWords(given)].join(" ") +
    flagsText(fromAnywhere(given))
})

/** Returns the flags with paths that hold in any folder. */
const fromAnywhere = ({ catalogue, plugins, skills, toolboxSettings }: SourceFlags & ToolboxSettingsFlag) => ({
  catalogue: catalogue.map((path) => resolve(path)),
  plugins: plugins.map((path) => resolve(path)),
  skills: skills.map((path) => resolve(path)),
  toolboxSettings: Option.map(toolboxSettings, (path) => resolve(path))
})
