import * as Effect from "effect/Effect"
import { nodeStreams } from "./NodeScreen.ts"
import { Screen } from "./Screen.ts"
import { listen, Stop } from "./Stop.ts"
import { toolgateCommand } from "./toolgateCommand.ts"

const stop = listen(process)
const { outputFailed, screen } = nodeStreams(process.stdout, process.stderr)

const program = Effect.gen(function* () {
  const status = yield* toolgateCommand(process.argv.slice(2))
  const failure = outputFailed()
  if (failure === undefined) return status
  yield* screen.notice(
    `toolgate: The answer could not be written to standard output: ${failure.code ?? failure.message}.\n`
  )
  return 1
})

// Everything has been written by now; what still keeps the process alive is a tool that was abandoned.
void Effect.runPromise(program.pipe(Effect.provideService(Screen, screen), Effect.provideService(Stop, stop))).then(
  (status) => process.exit(status)
)
