import * as Command from "effect/cli/Command"
import { mcpAddCommand } from "./mcpAddCommand.ts"
import { mcpInspectCommand } from "./mcpInspectCommand.ts"
import { mcpInstallCommand } from "./mcpInstallCommand.ts"
import { mcpListCommand } from "./mcpListCommand.ts"
import { mcpLoginCommand } from "./mcpLoginCommand.ts"
import { mcpLogoutCommand } from "./mcpLogoutCommand.ts"
import { mcpRemoveCommand } from "./mcpRemoveCommand.ts"
import { mcpServeCommand } from "./mcpServeCommand.ts"

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
