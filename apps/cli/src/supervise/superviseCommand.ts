import type { RunnerEnding } from "@toolgate/supervisor"
import { encode, RunnerEnding as RunnerEndingForm } from "@toolgate/wire"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { ProcessNotStarted } from "toolgate/effect"
import { audit, noAudit } from "../audit/auditFlags.ts"
import { CommandWords } from "../CommandWords.ts"
import { callSettings } from "../call/callSettings.ts"
import { watch } from "../catalogue/reloadLines.ts"
import { deferFlags } from "../flags/deferFlags.ts"
import { gateFlags } from "../flags/gateFlags.ts"
import { makeJsonFlag } from "../flags/globalFlags.ts"
import { answers } from "../flags/recordFlags.ts"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { formatDuration } from "../text/formatDuration.ts"
import { formatShortSentence, formatShortText } from "../text/formatShortText.ts"
import { readToolboxEntries, toolboxFlag } from "../toolbox/toolboxFlags.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { getRunnerExitStatus, notStarted } from "./getRunnerExitStatus.ts"
import { processFlags, processOptions } from "./processFlags.ts"
import { type Supervised, supervise } from "./supervise.ts"

const command = Argument.String("COMMAND").pipe(
  Argument.withDescription("The program and its arguments, after --, as in: -- python3 agent.py"),
  Argument.variadic({ min: 1 })
)

/** The command `toolgate supervise`. It runs an agent as a separate process and passes its calls through the gate. */
export const superviseCommand = Command.make("supervise", {
  command,
  json: makeJsonFlag("Print each event as a line of JSON, on standard output"),
  ...gateFlags,
  toolbox: toolboxFlag,
  watch,
  audit,
  noAudit,
  ...deferFlags,
  answers,
  ...processFlags
}).pipe(
  Command.withDescription(
    [
      "Run an agent in a separate process, which calls its tools over file descriptor 3.",
      "",
      "The agent starts in the workspace. Relative paths in its command are resolved there.",
      "",
      "Each call goes through the gate under the policy, and is reported on standard error when it is answered. Questions of",
      "the policy are asked at this terminal. Without a terminal, a call that needs an answer is denied. The agent's output",
      "is passed on, and so is standard input, unless it is a terminal or --stdio is given. The first Ctrl-C asks the agent",
      "to end, and ends it after a while; the second ends everything at once.",
      "",
      "Without --confined, the agent is not restricted: it has your files, the network, and your environment variables, or only",
      "those of --env. With --confined, it sees only the system's programs, the paths of --see and the variables of --env, and",
      "has to ask the gate for everything else.",
      "",
      "Every call is recorded in the folder of --audit. A call that can change something is recorded before it begins.",
      "",
      'With --store, a question waits in the store as well, for as long as --ask-timeout says: "toolgate approvals" decides it',
      "elsewhere. With --defer, the agent is answered at once, and its call runs when it is approved and resumed.",
      "Calls are then recorded in the store, or in the folder of --audit if you name one.",
      "",
      "Exit status: the agent's own, or 128 plus the number of the signal that ended it; 1 it broke the protocol or exceeded a",
      "limit, 2 the command line is invalid, 127 its program cannot be started, 129, 130 or 143 SIGHUP, Ctrl-C or SIGTERM ended it."
    ].join("\n  ")
  ),
  Command.withShortDescription("Run an agent whose tools go through the gate"),
  Command.withExamples([
    {
      command: "toolgate supervise -- python3 agent.py",
      description: "Run an agent in this folder, with your environment variables"
    },
    {
      command: "toolgate supervise --confined --see ./agent --network --env API_KEY -- python3 agent/main.py",
      description: "Run an agent that sees only its own code, one variable and the network"
    },
    {
      command: "toolgate supervise --json --restart 3 -- ./agent | jq .type",
      description: "Print the events of an agent for a program"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const stop = yield* Stop
      const [program, ...words] = given.command
      const after = (yield* CommandWords).indexOf("--") + 1
      if (program === undefined || (yield* CommandWords).length - after !== given.command.length)
        return yield* noCommand
      if (program === "") return yield* new WrongUse({ message: "The COMMAND after -- is empty; name a program." })
      const process = yield* processOptions(given)
      const { limits, deferral, store, folder, kept } = yield* callSettings(given)
      const toolbox = yield* readToolboxEntries(given.toolbox)
      const command = [program, ...words] as const
      const supervised = yield* supervise({ ...given, toolbox }, { command, limits, ...process, ...deferral, kept })
      const status =
        supervised.ending instanceof ProcessNotStarted ? notStarted : getRunnerExitStatus(supervised.ending, stop)
      if (given.json) yield* screen.result(formatJsonLine(summaryJson(supervised, status, folder)))
      else supervised.console.say(summaryText(supervised, folder, store !== undefined))
      yield* Effect.promise(() => supervised.console.end())
      if (status !== 0) return yield* new Unsuccessful({ exitStatus: status })
    })
  )
)

const noCommand = new WrongUse({
  message: "The COMMAND is missing; it goes after --, as in: toolgate supervise -- python3 agent.py"
})

const summaryText = (
  { ending, calls, durationMs }: Supervised,
  audit: string | undefined,
  isStored: boolean
): string => {
  if (ending instanceof ProcessNotStarted) return `toolgate: ${formatShortSentence(ending.message, 500)}\n`
  const place = audit === undefined ? "the store" : formatShortText(audit, 500)
  const record = audit === undefined && !isStored ? "" : `toolgate: The audit log is in ${place}.\n`
  return `toolgate: ${formatShortSentence(ending.message, 500)} It took ${formatDuration(durationMs)}.\ntoolgate: ${calls.sentence}\n${record}`
}

const summaryJson = ({ ending, calls, durationMs }: Supervised, exitStatus: number, audit: string | undefined) => ({
  type: "runner.summary",
  at: new Date().toISOString(),
  ...calls.all,
  durationMs: Math.round(durationMs * 1000) / 1000,
  exitStatus,
  ending: encode(RunnerEndingForm, endingOf(ending)),
  audit: audit ?? null
})

const endingOf = (ending: Supervised["ending"]): RunnerEnding =>
  ending instanceof ProcessNotStarted
    ? { how: "not_started", status: null, signal: null, message: ending.message, enforced: undefined }
    : ending
