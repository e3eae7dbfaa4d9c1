import * as Command from "effect/cli/Command"
import { policyCheckCommand } from "./policyCheckCommand.ts"
import { policyExplainCommand } from "./policyExplainCommand.ts"
import { policyLintCommand } from "./policyLintCommand.ts"
import { policyReviewCommand } from "./policyReviewCommand.ts"
import { policyTestCommand } from "./policyTestCommand.ts"

/** The command `toolgate policy`, which shows what a policy decides without making a call, and adds rules to it. */
export const policyCommand = Command.make("policy").pipe(
  Command.withDescription(
    "Check a policy: judge calls with it, explain a decision, run its tests, find its mistakes, add suggested rules."
  ),
  Command.withShortDescription("Check, explain, test, lint and review a policy"),
  Command.withSubcommands([
    policyCheckCommand,
    policyExplainCommand,
    policyTestCommand,
    policyLintCommand,
    policyReviewCommand
  ])
)
