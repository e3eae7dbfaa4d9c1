import { explainFileError } from "@toolgate/core"
import { McpConfigInvalid } from "@toolgate/mcp-client"
import { PolicyInvalid, type PolicyProblem } from "@toolgate/policy"
import * as Cause from "effect/Cause"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Completions from "effect/cli/Completions"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ToolboxSettingsInvalid } from "toolgate/config"
import { approvalsCommand } from "./approvals/approvalsCommand.ts"
import { artifactsCommand } from "./artifacts/artifactsCommand.ts"
import { auditCommand } from "./audit/auditCommand.ts"
import { asksForJson, buildWrongUseJson } from "./buildWrongUseJson.ts"
import { CommandWords } from "./CommandWords.ts"
import { callCommand } from "./call/callCommand.ts"
import { turnCommand } from "./call/turnCommand.ts"
import { isCatalogueInvalid } from "./catalogue/isCatalogueInvalid.ts"
import * as CliPlatform from "./cliPlatform.ts"
import { demoCommand } from "./demo/demoCommand.ts"
import { describeWrongCommandLine, findClusteredFlags, noCommand } from "./describeWrongCommandLine.ts"
import { LogFormat, LogLevel } from "./flags/globalFlags.ts"
import { initCommand } from "./init/initCommand.ts"
import { isFileError } from "./isFileError.ts"
import { mcpCommand } from "./mcp/mcpCommand.ts"
import { policyCommand } from "./policy/policyCommand.ts"
import * as Presenter from "./presenter.ts"
import { residentCommand } from "./resident/residentCommand.ts"
import { Screen } from "./Screen.ts"
import { serveCommand } from "./server/serveCommand.ts"
import { superviseCommand } from "./supervise/superviseCommand.ts"
import { formatJsonLine } from "./text/escapeForTerminal.ts"
import { formatShortText } from "./text/formatShortText.ts"
import { tokenCommand } from "./token/tokenCommand.ts"
import { toolsCommand } from "./tools/toolsCommand.ts"
import { Unsuccessful } from "./Unsuccessful.ts"
import { version } from "./version.ts"
import { WrongUse } from "./WrongUse.ts"

const toolgate = Command.make("toolgate").pipe(
  Command.withDescription("The gate between an agent and its tools."),
  Command.withSubcommands([
    demoCommand,
    initCommand,
    callCommand,
    turnCommand,
    superviseCommand,
    mcpCommand,
    serveCommand,
    residentCommand,
    approvalsCommand,
    toolsCommand,
    policyCommand,
    artifactsCommand,
    auditCommand,
    tokenCommand
  ]),
  Command.withGlobalFlags([LogLevel, LogFormat])
)

const run = Command.runWith(toolgate, { version })

/** The flag `--completions`, whose script is printed like every result: a failure to write it is a failure of the command. */
const completions = ({ result }: Screen["Service"]) =>
  GlobalFlag.Action({
    flag: GlobalFlag.Completions.flag,
    run: (shell, { command }) =>
      Option.match(shell, {
        onNone: () => Effect.void,
        onSome: (one) => result(`${Completions.generate(command.name, one, Completions.fromCommand(command))}\n`)
      })
  })

const parser = Layer.mergeAll(
  CliPlatform.layer,
  Presenter.layer,
  Layer.unwrap(
    Effect.map(Screen, (screen) =>
      CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, completions(screen)] })
    )
  )
)

/** Runs a command line. Succeeds with the exit status: 0 for success, 1 for failure, 2 for an invalid command line. */
export const runCommandLine = (words: ReadonlyArray<string>) => {
  const argv = withFlags(words)
  return Effect.flatMap(Effect.exit(followed(argv)), (exit) =>
    Exit.isSuccess(exit) ? Effect.succeed(0) : exitStatus(exit.cause, argv)
  )
}

/** Returns the words with the flags that `help call`, `version` and `-V` stand for. */
const withFlags = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, ...rest] = words
  if (first === "help") return [...rest, "--help"]
  return rest.length === 0 && (first === "version" || first === "-V") ? ["--version"] : words
}

const followed = (argv: ReadonlyArray<string>) =>
  Effect.suspend(() => {
    const wrong = argv.at(-1) === "--help" ? unknownCommand(argv.slice(0, -1)) : findClusteredFlags(argv)
    return wrong === undefined
      ? run(argv).pipe(Effect.provide(parser), Effect.provideService(CommandWords, argv))
      : Effect.fail(wrong)
  })

/** Returns the mistake in the words of a command whose help is asked for; `undefined` if there is none. */
const unknownCommand = (words: ReadonlyArray<string>): WrongUse | undefined => {
  // A word after a flag may be its value.
  if (words.some((word) => word.startsWith("-"))) return undefined
  let commands = toolgate.subcommands.flatMap((group) => group.commands)
  for (const word of words) {
    const command = commands.find(({ name }) => name === word)
    // The other words of a command without subcommands are its arguments.
    if (command === undefined && commands.length === 0) return undefined
    if (command === undefined)
      return new WrongUse({ message: `Unknown command ${formatShortText(word)}. Run "toolgate help" for a list.` })
    commands = command.subcommands.flatMap((group) => group.commands)
  }
  return undefined
}

const exitStatus = (cause: Cause.Cause<unknown>, words: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const screen = yield* Screen
    const error = Cause.squash(cause)
    if (error instanceof Unsuccessful) return error.exitStatus
    const wrong = wrongUse(error, words)
    if (wrong === undefined) {
      yield* screen.notice(
        `toolgate: Toolgate failed because of a bug. Please report it with the following text:\n${Cause.pretty(cause)}\n`
      )
      return 1
    }
    if (asksForJson(words)) yield* screen.result(formatJsonLine(buildWrongUseJson(wrong.message, wrong.problems)))
    if (wrong.notice !== undefined) yield* screen.notice(`${wrong.notice}\n`)
    return 2
  })

/** Returns the reason why a command line or a file is invalid; `undefined` for any other error. */
const wrongUse = (error: unknown, words: ReadonlyArray<string>): Wrong | undefined => {
  if (CliError.isCliError(error)) {
    const errors = error._tag === "ShowHelp" ? error.errors : [error]
    // The presenter has already shown the error.
    return { message: errors.map(describeWrongCommandLine).join(" ") || noCommand }
  }
  // Each problem is on a line that begins with its place.
  const isOfFile =
    error instanceof PolicyInvalid || error instanceof McpConfigInvalid || error instanceof ToolboxSettingsInvalid
  if (isOfFile || isCatalogueInvalid(error))
    return { message: error.message, problems: error.problems, notice: error.message }
  if (isFileError(error, words)) {
    const message = `"${error.path}" cannot be used: ${explainFileError(error, readingCalls.has(error.syscall ?? "") ? "read" : "write")}.`
    return { message, notice: `toolgate: ${message}` }
  }
  if (!(error instanceof WrongUse)) return undefined
  const problems = error.cause instanceof PolicyInvalid ? error.cause.problems : undefined
  return { message: error.message, problems, notice: `toolgate: ${error.message}` }
}

const readingCalls = new Set(["access", "lstat", "open", "opendir", "read", "readlink", "realpath", "scandir", "stat"])

interface Wrong {
  readonly message: string
  readonly problems?: ReadonlyArray<PolicyProblem> | undefined
  /** The message that a person has not yet seen. */
  readonly notice?: string
}
