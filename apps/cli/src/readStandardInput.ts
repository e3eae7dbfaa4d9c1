import { fstatSync } from "node:fs"
import type { Readable } from "node:stream"
import * as Effect from "effect/Effect"
import { WrongUse } from "./WrongUse.ts"

/** The largest input, in bytes. It exceeds the longest arguments that a gate takes, in any encoding of them. */
const maxBytes = 64 * 1024 * 1024

/** Returns the whole standard input as UTF-8 text; `undefined` if `signal` was aborted before its end. */
export const readStandardInput = (
  stdin: Readable & { readonly fd: number },
  signal: AbortSignal
): Effect.Effect<string | undefined, WrongUse> =>
  Effect.callback((resume) => {
    // A folder would be read as an empty stream, and empty input differs from no input.
    if (fstatSync(stdin.fd).isDirectory()) return resume(wrong(unreadable))
    const chunks: Array<Buffer> = []
    let bytes = 0
    const end = (answer: Effect.Effect<string | undefined, WrongUse>) => {
      stdin.destroy()
      resume(answer)
    }
    stdin.on("data", (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > maxBytes) end(wrong(`Standard input is longer than ${maxBytes} bytes; send less in one call.`))
    })
    stdin.on("end", () => end(textOf(Buffer.concat(chunks))))
    stdin.on("error", (cause) => end(wrong(unreadable, cause)))
    if (signal.aborted) end(Effect.succeed(undefined))
    signal.addEventListener("abort", () => end(Effect.succeed(undefined)), { once: true })
  })

const unreadable = "Standard input cannot be read; give the arguments on the command line, or from a file or a pipe."

const textOf = (bytes: Buffer): Effect.Effect<string, WrongUse> =>
  Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: (cause) =>
      new WrongUse({ message: "Standard input is not UTF-8; send the arguments as JSON text in UTF-8.", cause })
  })

const wrong = (message: string, cause?: unknown) => Effect.fail(new WrongUse({ message, cause }))
