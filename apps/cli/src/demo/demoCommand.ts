import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { switchFlag } from "../flags/switchFlag.ts"
import { showDemo } from "./showDemo.ts"

/** The command `toolgate demo`, which shows what a gate does with the calls of a scripted agent. */
export const demoCommand = Command.make("demo", {
  yes: switchFlag("yes", "Approve the push, and do not pause")
}).pipe(
  Command.withDescription(
    [
      "Show in thirty seconds what the gate does: a scripted agent makes six calls in a temporary folder. You see what the",
      "policy allows, asks about and denies, the record of the calls, and an explanation.",
      "",
      "The gate, the policy, the sandbox and the record are real. The demo needs no API key and no network. The folder is",
      "deleted at the end.",
      "",
      "At a terminal, the demo pauses after each step; press a key to continue. Without a terminal and without --yes, no person can answer the",
      "question, and the gate denies the call.",
      "",
      "Exit status: 0 everything went as shown, 1 something went differently, 2 the folder cannot be made, or the command line is",
      "invalid, 129, 130 or 143 SIGHUP, Ctrl-C or SIGTERM ended it."
    ].join("\n  ")
  ),
  Command.withShortDescription("Show in thirty seconds what the gate does"),
  Command.withExamples([
    { command: "toolgate demo", description: "Watch, and decide about the push yourself" },
    { command: "toolgate demo --yes", description: "Run straight through" }
  ]),
  Command.withHandler(({ yes }) => Effect.scoped(showDemo(yes)))
)
