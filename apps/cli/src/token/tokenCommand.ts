import * as Command from "effect/cli/Command"
import { tokenAddCommand } from "./tokenAddCommand.ts"
import { tokenListCommand } from "./tokenListCommand.ts"
import { tokenRevokeCommand } from "./tokenRevokeCommand.ts"

/** The command `toolgate token`, which manages the tokens of a server. */
export const tokenCommand = Command.make("token").pipe(
  Command.withDescription("Manage the tokens with which people and programs sign in to a server of this store."),
  Command.withShortDescription("Add, list and revoke the tokens of a server"),
  Command.withSubcommands([tokenAddCommand, tokenListCommand, tokenRevokeCommand])
)
