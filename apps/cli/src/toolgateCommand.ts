import * as Cause from "effect/Cause"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { auditCommand } from "./auditCommand.ts"
import { CommandWords } from "./CommandWords.ts"
import { callCommand } from "./callCommand.ts"
import * as CliPlatform from "./cliPlatform.ts"
import { LogFormat, LogLevel } from "./globalFlags.ts"
import { policyCommand } from "./policyCommand.ts"
import * as Presenter from "./presenter.ts"
import { Screen } from "./Screen.ts"
import { superviseCommand } from "./superviseCommand.ts"
import { toolsCommand } from "./toolsCommand.ts"
import { Unsuccessful } from "./Unsuccessful.ts"
import { version } from "./version.ts"
import { WrongUse } from "./WrongUse.ts"

const toolgate = Command.make("toolgate").pipe(
  Command.withDescription("The gate between an agent and its tools."),
  Command.withSubcommands([callCommand, superviseCommand, toolsCommand, policyCommand, auditCommand]),
  Command.withGlobalFlags([LogLevel, LogFormat])
)

const run = Command.runWith(toolgate, { version })

const parser = Layer.mergeAll(
  CliPlatform.layer,
  Presenter.layer,
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })
)

/** Follows a command line, and ends with what to exit with: 0 success, 1 failure, 2 a command line that cannot be followed. */
export const toolgateCommand = (argv: ReadonlyArray<string>) =>
  Effect.flatMap(
    Effect.exit(run(argv).pipe(Effect.provide(parser), Effect.provideService(CommandWords, argv))),
    (exit) => (Exit.isSuccess(exit) ? Effect.succeed(0) : exitStatus(exit.cause))
  )

const exitStatus = (cause: Cause.Cause<unknown>) =>
  Effect.gen(function* () {
    const screen = yield* Screen
    const error = Cause.squash(cause)
    if (error instanceof Unsuccessful) return error.exitStatus
    if (CliError.isCliError(error)) return 2
    if (error instanceof WrongUse) {
      yield* screen.notice(`toolgate: ${error.message}\n`)
      return 2
    }
    yield* screen.notice(
      `toolgate: The program itself broke; please report it with what follows.\n${Cause.pretty(cause)}\n`
    )
    return 1
  })
