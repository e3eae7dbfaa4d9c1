import * as Command from "effect/cli/Command"
import { artifactsGetCommand } from "./artifactsGetCommand.ts"
import { artifactsListCommand } from "./artifactsListCommand.ts"
import { artifactsRmCommand } from "./artifactsRmCommand.ts"

/** The command `toolgate artifacts`, the operator's view of large results. */
export const artifactsCommand = Command.make("artifacts").pipe(
  Command.withDescription(
    "List, print and remove results that were too large to be returned at once, for which agents and MCP clients got references."
  ),
  Command.withShortDescription("List, print and remove large results"),
  Command.withSubcommands([artifactsListCommand, artifactsGetCommand, artifactsRmCommand])
)
