import { randomUUID } from "node:crypto"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { builtins, createToolgate, type ToolExecution, WorkspaceInvalid } from "toolgate"
import { executionJson } from "./executionJson.ts"
import { failureText, outputText } from "./executionText.ts"
import { json, LogFormat, LogLevel } from "./globalFlags.ts"
import { lazyPino } from "./lazyPino.ts"
import { readStandardInput } from "./readStandardInput.ts"
import { Screen } from "./Screen.ts"
import { Stop } from "./Stop.ts"
import { jsonLine } from "./terminalText.ts"
import { Unsuccessful } from "./Unsuccessful.ts"
import { WrongUse } from "./WrongUse.ts"

const tool = Argument.String("TOOL").pipe(Argument.withDescription("The tool's name, as in: read_file"))

const args = Argument.String("ARGS").pipe(
  Argument.withDescription("The arguments as JSON text, or - to read them from standard input; default: {}"),
  Argument.withDefault("{}")
)

const workspace = Flag.String("workspace").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("The folder that the call works in; default: the current one"),
  Flag.withDefault(".")
)

/** `toolgate call`: one call through the gate, and its answer. */
export const callCommand = Command.make("call", { tool, args, workspace, json }).pipe(
  Command.withDescription(
    [
      "Call a tool through the gate, and print its answer.",
      "",
      "The policy is the host policy, the only one there is so far: whatever is asked for runs in this process.",
      "",
      "Exit status: 0 the call succeeded, 1 it was refused or failed, 2 the command line cannot be followed,",
      "130 or 143 Ctrl-C or SIGTERM ended it."
    ].join("\n  ")
  ),
  Command.withShortDescription("Call a tool through the gate"),
  Command.withExamples([
    { command: `toolgate call read_file '{"path":"README.md"}'`, description: "Read a file of the current folder" },
    { command: "toolgate call list_dir --workspace ../other --json", description: "The answer as one line of JSON" },
    { command: "toolgate call write_file - <call.json", description: "Take the arguments from a file" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const stop = yield* Stop
      const execution = yield* answerTo(given)
      if (given.json) {
        yield* screen.result(jsonLine(executionJson(execution)))
      } else {
        yield* screen.result(outputText(execution.output, execution.success && screen.columns !== undefined))
        if (!execution.success) yield* screen.notice(failureText(execution))
      }
      if (execution.success) return
      const stopped = stop.signal.aborted && execution.error?.class === "cancelled"
      return yield* new Unsuccessful({ exitStatus: stopped ? stop.exitStatus() : 1 })
    })
  )
)

/** The gate's answer. Only a command line that cannot be followed fails; a call that is stopped is answered as cancelled. */
const answerTo = (given: { readonly tool: string; readonly args: string; readonly workspace: string }) =>
  Effect.gen(function* () {
    const { signal } = yield* Stop
    const screen = yield* Screen
    if (given.workspace === "")
      return yield* new WrongUse({ message: 'The flag "--workspace" is empty; name a folder, or leave the flag out.' })
    const logger = lazyPino({ level: yield* LogLevel, format: yield* LogFormat })
    const gate = yield* Effect.acquireRelease(
      openGate({ workspace: given.workspace, policy: "host", tools: builtins(), logger }),
      (opened) => Effect.promise(() => opened.close().then(logger.written))
    )
    if (given.args === "-" && process.stdin.isTTY)
      yield* screen.notice(
        "toolgate: Type the arguments as JSON text, and end them with Ctrl-D on a line of its own.\n"
      )
    const argsText = given.args === "-" ? yield* readStandardInput(process.stdin, signal) : given.args
    // Nobody will know the arguments of a call that was stopped while they were read; the gate answers it all the same.
    const call = { id: randomUUID(), tool: given.tool, argsText: argsText ?? "" }
    return yield* Effect.promise((): Promise<ToolExecution> => gate.dispatch(call, { signal }))
  }).pipe(Effect.scoped)

const openGate = (options: Parameters<typeof createToolgate>[0]) =>
  Effect.tryPromise({ try: () => createToolgate(options), catch: (cause) => cause }).pipe(
    Effect.catch((cause) =>
      cause instanceof WorkspaceInvalid
        ? Effect.fail(new WrongUse({ message: cause.message, cause }))
        : Effect.die(cause)
    )
  )
