import * as Effect from "effect/Effect"
import { nodeStreams } from "./NodeScreen.ts"
import { Screen } from "./Screen.ts"
import { listen, Stop } from "./Stop.ts"
import { toolgateCommand } from "./toolgateCommand.ts"

/** Follows the command line of this process, and ends the process with the status of the command. */
export const main = (): void => {
  // Everything has been written by then; what still keeps the process alive is a tool that was abandoned.
  void follow(process.argv.slice(2), process, listen(process)).then((status) => process.exit(status))
}

/** Follows a command line, answers on these streams, and returns what a process has to exit with. */
export const follow = (
  argv: ReadonlyArray<string>,
  { stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">,
  stop: Stop["Service"]
): Promise<number> => {
  const { outputFailed, screen } = nodeStreams(stdout, stderr)
  const program = Effect.gen(function* () {
    const status = yield* toolgateCommand(argv)
    const failure = outputFailed()
    if (failure === undefined) return status
    yield* screen.notice(
      `toolgate: The answer could not be written to standard output: ${failure.code ?? failure.message}.\n`
    )
    return 1
  })
  return Effect.runPromise(program.pipe(Effect.provideService(Screen, screen), Effect.provideService(Stop, stop)))
}
