import * as Command from "effect/cli/Command"
import { mcpAddCommand } from "./mcp/mcpAddCommand.ts"
import { mcpInspectCommand } from "./mcp/mcpInspectCommand.ts"
import { mcpInstallCommand } from "./mcp/mcpInstallCommand.ts"
import { mcpListCommand } from "./mcp/mcpListCommand.ts"
import { mcpLoginCommand } from "./mcp/mcpLoginCommand.ts"
import { mcpLogoutCommand } from "./mcp/mcpLogoutCommand.ts"
import { mcpRemoveCommand } from "./mcp/mcpRemoveCommand.ts"
import { mcpServeCommand } from "./mcp/mcpServeCommand.ts"

/** The command `toolgate mcp`, whose subcommands put the gate between MCP clients and their tools. */
export const mcpCommand = Command.make("mcp").pipe(
  Command.withDescription("The gate for clients of the Model Context Protocol (MCP)."),
  Command.withShortDescription("Put the gate between MCP clients and their tools"),
  Command.withSubcommands([
    mcpServeCommand,
    mcpInstallCommand,
    mcpAddCommand,
    mcpListCommand,
    mcpInspectCommand,
    mcpLoginCommand,
    mcpLogoutCommand,
    mcpRemoveCommand
  ])
)
