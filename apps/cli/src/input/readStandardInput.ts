import { fstatSync } from "node:fs"
import type { Readable } from "node:stream"
import * as Effect from "effect/Effect"
import { WrongUse } from "../WrongUse.ts"
import { mostInputBytes, readInput, type Unread } from "./readInput.ts"

/** Reads all of standard input as UTF-8 text. `undefined` if `signal` aborts first. */
export const readStandardInput = (
  stdin: Readable & { readonly fd: number },
  signal: AbortSignal
): Effect.Effect<string | undefined, WrongUse> =>
  Effect.mapError(
    // A folder would read as empty, and empty input has a different meaning.
    fstatSync(stdin.fd).isDirectory() ? Effect.fail<Unread>({ why: "failed" }) : readInput(stdin, signal),
    ({ why, cause }) => new WrongUse({ message: messages[why], cause })
  )

const messages = {
  long: `Standard input is longer than ${mostInputBytes} bytes; send less in one call.`,
  failed: "Standard input cannot be read; give the arguments on the command line, or from a file or a pipe.",
  notText: "Standard input is not UTF-8; send the arguments as JSON text in UTF-8."
} satisfies Record<Unread["why"], string>
