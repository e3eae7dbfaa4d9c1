import type { Principal } from "@toolgate/core"
import type { McpConfig } from "@toolgate/mcp-client"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ConfiguredGate, McpOptions } from "toolgate/config"
import { version } from "../version.ts"
import { signIns } from "./signIns.ts"

/** Returns the servers of a `mcp.yaml` for a gate of this command line. `file` is the flag that names the `mcp.yaml`. */
export const mcpOf = (
  { servers, pins }: Pick<McpConfig, "servers" | "pins">,
  { principal }: { readonly principal?: Principal },
  file: Option.Option<string>
): McpOptions => ({
  servers,
  pins,
  version,
  signIns: signIns(file),
  ...(principal === undefined ? {} : { principal })
})

/** Waits until each server of a gate was tried once, for a while. */
export const waitForServers = ({ servers }: Pick<ConfiguredGate, "servers">): Effect.Effect<unknown> =>
  servers === undefined ? Effect.void : Effect.timeoutOption(servers.tried, "20 seconds")
