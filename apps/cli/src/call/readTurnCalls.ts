import type { ToolCall as Call } from "@toolgate/core"
import { type InvalidJson, readJson } from "@toolgate/core/json"
import * as Effect from "effect/Effect"
import type { ToolCall } from "toolgate"
import { readInputFile } from "../input/readInputFile.ts"
import { readStandardInput } from "../input/readStandardInput.ts"
import { WrongUse } from "../WrongUse.ts"

/**
 * Reads the calls of a turn from a file or standard input. `undefined` if `signal` aborts. Fails with the position of the first mistake.
 */
export const readTurnCalls = Effect.fnUntraced(function* (file: string, signal: AbortSignal) {
  const named = file === "-" ? "Standard input" : `The file "${file}"`
  const text = yield* file === "-"
    ? readStandardInput(process.stdin, signal)
    : Effect.mapError(readInputFile(file, signal), (words) => new WrongUse({ message: `${named} ${words}.` }))
  if (text === undefined) return undefined
  const read = yield* Effect.try({
    try: () => readJson(text),
    catch: (cause) => new WrongUse({ message: `${named} cannot be read as JSON: ${(cause as InvalidJson).message}.` })
  })
  const wrong = faultOf(read)
  return wrong === undefined
    ? (read as ReadonlyArray<ToolCall>)
    : yield* new WrongUse({
        message: `${named} is not a list of calls: ${wrong} A call is an object, as in [{"id":"1","tool":"read_file","args":{"path":"README.md"}}].`
      })
})

const faultOf = (read: unknown): string | undefined => {
  if (!Array.isArray(read)) return "expected a list."
  return read.flatMap((call: unknown, place) => faultOfCall(call, place) ?? [])[0]
}

const faultOfCall = (call: unknown, place: number): string | undefined => {
  const at = `call ${place + 1}`
  if (typeof call !== "object" || call === null || Array.isArray(call)) return `${at} must be an object.`
  const unknown = Object.keys(call).find((name) => !Object.hasOwn(members, name))
  if (unknown !== undefined) return `${at} has an unknown member ${JSON.stringify(unknown)}.`
  const { id, tool, args, argsText, idempotencyKey = "key" } = call as Partial<Record<keyof Call, unknown>>
  if (typeof id !== "string" || id === "") return `"id" of ${at} must be a non-empty string.`
  if (typeof tool !== "string") return `"tool" of ${at} must be the name of a tool.`
  if (typeof idempotencyKey !== "string") return `"idempotencyKey" of ${at} must be a string.`
  if (argsText !== undefined && typeof argsText !== "string") return `"argsText" of ${at} must be a string.`
  return (args === undefined) === (argsText === undefined) ? `${at} needs either "args" or "argsText".` : undefined
}

const members = { id: true, tool: true, args: true, argsText: true, idempotencyKey: true } satisfies Partial<
  Record<keyof Call, true>
>
