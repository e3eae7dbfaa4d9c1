import type { Principal } from "@toolgate/core"
import { type McpConfig, type McpServers, type McpSource, readMcpServers } from "@toolgate/mcp-client"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ConfiguredGate } from "toolgate/config"
import { version } from "../version.ts"
import { signIns } from "./signIns.ts"

/** Returns the servers of a `mcp.yaml` for this command's gate. `file` is the flag that names the file. */
export const readMcpChoice = (
  config: Pick<McpConfig, "servers"> & Partial<Pick<McpConfig, "pins">>,
  { principal }: { readonly principal?: Principal },
  file: Option.Option<string>
): Effect.Effect<McpSource | undefined> =>
  config.servers.size === 0
    ? Effect.undefined
    : Effect.promise(() =>
        readMcpServers(
          { servers: config.servers, pins: config.pins },
          { version, signIns: signIns(file), ...(principal === undefined ? {} : { principal }) }
        )
      )

/** Waits until each server was tried once, with a time limit. */
export const waitForServers = ({
  servers
}: Pick<ConfiguredGate<McpServers["Service"]>, "servers">): Effect.Effect<unknown> =>
  servers === undefined ? Effect.void : Effect.timeoutOption(servers.tried, "20 seconds")
