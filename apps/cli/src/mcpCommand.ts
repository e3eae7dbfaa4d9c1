import * as Command from "effect/cli/Command"
import { mcpServeCommand } from "./mcpServeCommand.ts"

/** The command `toolgate mcp`, whose subcommands put the gate between MCP clients and their tools. */
export const mcpCommand = Command.make("mcp").pipe(
  Command.withDescription("The gate for clients of the Model Context Protocol (MCP)."),
  Command.withShortDescription("Put the gate between MCP clients and their tools"),
  Command.withSubcommands([mcpServeCommand])
)
