import type { Readable } from "node:stream"
import * as Effect from "effect/Effect"

/** Largest input, in bytes. It exceeds the longest arguments of a gate, in any encoding. */
export const mostInputBytes = 64 * 1024 * 1024

export interface Unread {
  readonly why: "long" | "failed" | "notText"
  readonly cause?: NodeJS.ErrnoException | undefined
}

/** Reads a whole stream as UTF-8 text without a byte order mark. `undefined` if `signal` aborts first. */
export const readInput = (input: Readable, signal: AbortSignal): Effect.Effect<string | undefined, Unread> =>
  Effect.callback((resume) => {
    const chunks: Array<Buffer> = []
    let bytes = 0
    const end = (answer: Effect.Effect<string | undefined, Unread>) => {
      input.destroy()
      resume(answer)
    }
    input.on("data", (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > mostInputBytes) end(Effect.fail({ why: "long" }))
    })
    input.on("end", () => end(textOf(Buffer.concat(chunks))))
    input.on("error", (cause) => end(Effect.fail({ why: "failed", cause })))
    if (signal.aborted) end(Effect.succeed(undefined))
    signal.addEventListener("abort", () => end(Effect.succeed(undefined)), { once: true })
  })

const textOf = (bytes: Buffer): Effect.Effect<string, Unread> =>
  Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: (): Unread => ({ why: "notText" })
  })
