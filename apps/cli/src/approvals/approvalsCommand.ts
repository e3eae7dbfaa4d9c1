import * as Command from "effect/cli/Command"
import { approvalsCodeCommand } from "./approvalsCodeCommand.ts"
import { approvalsApproveCommand, approvalsDenyCommand, approvalsWithdrawCommand } from "./approvalsDecideCommands.ts"
import { approvalsListCommand } from "./approvalsListCommand.ts"
import { approvalsResumeCommand } from "./approvalsResumeCommand.ts"
import { approvalsShowCommand } from "./approvalsShowCommand.ts"

/** The command `toolgate approvals`, which decides requests that calls have left in a store. */
export const approvalsCommand = Command.make("approvals").pipe(
  Command.withDescription(
    "Decide requests for approval that calls have left in a store, and run the calls that are approved."
  ),
  Command.withShortDescription("List and decide requests, and resume their calls"),
  Command.withSubcommands([
    approvalsListCommand,
    approvalsShowCommand,
    approvalsApproveCommand,
    approvalsDenyCommand,
    approvalsWithdrawCommand,
    approvalsResumeCommand,
    approvalsCodeCommand
  ])
)
