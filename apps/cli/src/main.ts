import { explainFileError } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { createNodeStreams } from "./NodeScreen.ts"
import { runCommandLine } from "./runCommandLine.ts"
import { Screen } from "./Screen.ts"
import { listen, Stop } from "./Stop.ts"

/** Runs this process's command line and exits with its status. */
export const main = (): void => {
  // Everything has been written. Only an abandoned tool can still keep the process alive.
  void follow(process.argv.slice(2), process, listen(process)).then((status) => process.exit(status))
}

/** Runs a command line with its output on these streams. Returns the exit status. */
export const follow = (
  argv: ReadonlyArray<string>,
  { stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">,
  stop: Stop["Service"]
): Promise<number> => {
  const { outputFailed, screen } = createNodeStreams(stdout, stderr)
  const program = Effect.gen(function* () {
    const status = yield* runCommandLine(argv)
    const failure = outputFailed()
    if (failure === undefined) return status
    yield* screen.notice(
      `toolgate: The answer could not be written to standard output: ${explainFileError(failure, "write")}.\n`
    )
    return 1
  })
  return Effect.runPromise(program.pipe(Effect.provideService(Screen, screen), Effect.provideService(Stop, stop)))
}
