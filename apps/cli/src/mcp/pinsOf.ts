import { type McpConfig, serverOwner } from "@toolgate/mcp"
import type { ToolgateOptions } from "toolgate"
import { type StoreFlags, storeWords } from "../storeFlags.ts"
import { type ServerFlags, serverWords } from "./serverTools.ts"
import { shellWord } from "./shellWord.ts"

/** Returns the rules about the definitions of servers' tools. The commands of a refusal name the files that these flags name. */
export const pinsOf = (
  { servers, pins }: Pick<McpConfig, "servers" | "pins">,
  given: ServerFlags & StoreFlags
): NonNullable<ToolgateOptions["pins"]> => ({
  owners: Object.fromEntries(
    [...servers.values()].map((server) => [serverOwner(server), pins === "first" ? "first-use" : "approved"])
  ),
  reviewWith: (review, tool) =>
    [`toolgate tools ${review}`, shellWord(tool), ...serverWords(given), ...storeWords(given)].join(" ")
})
