import { fstatSync, statSync } from "node:fs"
import { devNull } from "node:os"
import { explainFileError } from "@toolgate/core"
import { serveMcpStdio } from "@toolgate/mcp-server"
import * as Effect from "effect/Effect"
import { Screen } from "../Screen.ts"
import { Unsuccessful } from "../Unsuccessful.ts"

/** Serves the client on standard input and output until the client closes them. */
export const serveClient = Effect.fnUntraced(function* (options: Parameters<typeof serveMcpStdio>[0]) {
  const screen = yield* Screen
  if (process.stdin.isTTY)
    yield* screen.notice(
      'toolgate: Waiting for an MCP client on standard input. Clients start this command themselves; "toolgate mcp install" adds it to one. Press Ctrl-D to end.\n'
    )
  const messages = yield* Effect.tryPromise({
    try: () => serveMcpStdio(options),
    catch: (cause) => cause as Error
  }).pipe(
    Effect.catch((cause) =>
      Effect.andThen(
        screen.notice(`toolgate: The client cannot be answered: ${outputFault(cause)}.\n`),
        new Unsuccessful({ exitStatus: 1 })
      )
    )
  )
  if (messages === 0 && !process.stdin.isTTY)
    yield* screen.notice(
      'toolgate: Standard input ended before an MCP client had sent a message. Clients start this command themselves; "toolgate mcp install" adds it to one.\n'
    )
})

const outputFault = (cause: Error): string =>
  "code" in cause && cause.code === "EPIPE" ? "it has closed standard output" : explainFileError(cause, "write")

/** Whether standard output goes nowhere. If it was closed before the start, Node opens the null device instead. */
export const isOutputLost = (): boolean => {
  const [output, nothing] = [fstatSync(1), statSync(devNull)]
  return output.isCharacterDevice() && output.rdev === nothing.rdev
}
