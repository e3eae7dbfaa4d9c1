import { type McpConfig, serverOwner } from "@toolgate/mcp"
import type { ToolgateOptions } from "toolgate"

/** Returns the rules about the definitions of servers' tools. */
export const pinsOf = ({
  servers,
  pins
}: Pick<McpConfig, "servers" | "pins">): NonNullable<ToolgateOptions["pins"]> => ({
  owners: Object.fromEntries(
    [...servers.values()].map((server) => [serverOwner(server), pins === "first" ? "first-use" : "approved"])
  )
})
