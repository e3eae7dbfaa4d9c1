import { makeWellFormed } from "@toolgate/core"
import { findDuplicateMember, parseJson } from "@toolgate/core/json"
import { createParser, type EventSourceMessage } from "eventsource-parser"
import { isForCall, unreadableAnswer } from "./unreadableAnswer.ts"

/**
 * Returns a `fetch` that drops messages in which a member occurs twice: the SDK would use the last one. An error
 * replaces an answer; other messages are dropped and reported to `said`.
 */
export const createFrameFilter =
  (send: typeof fetch, said: (line: string) => void): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init)
    const { body, ok, headers } = response
    if (body === null || !ok) return response
    // Parses the type as the SDK does.
    const [type] = (headers.get("content-type") ?? "").toLowerCase().split(";")
    if (type?.trim() === "application/json")
      return new Response(soundFrame(await response.text(), said) ?? "[]", response)
    if (type?.trim() !== "text/event-stream") return response
    const events = body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(soundEvents(said))
      .pipeThrough(new TextEncoderStream())
    return new Response(events, response)
  }

/** Filters the events of a stream, with the SDK's parser. */
const soundEvents = (said: (line: string) => void) => {
  let parser: ReturnType<typeof createParser> | undefined
  return new TransformStream<string, string>({
    start: (to) => {
      parser = createParser({
        onEvent: (event) => to.enqueue(eventText(event, soundFrame(event.data, said) ?? "")),
        onRetry: (ms) => to.enqueue(`retry: ${ms}\n`)
      })
    },
    transform: (chunk) => parser?.feed(chunk)
  })
}

const eventText = ({ id, event }: EventSourceMessage, data: string): string =>
  [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...data.split("\n").map((line) => `data: ${line}`),
    "\n"
  ].join("\n")

/**
 * Returns a message unchanged, or its replacement if a member occurs twice: errors for the requests that it answers.
 */
const soundFrame = (text: string, said: (line: string) => void): string | undefined => {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    // Invalid JSON: the SDK reports it.
    return text
  }
  const twice = findDuplicateMember(value, text)?.message
  if (twice === undefined) return text
  const message = `one of its messages is invalid: ${twice}`
  const errors = (Array.isArray(value) ? value : [value])
    .filter(isForCall)
    .map(({ id }) => ({ jsonrpc: "2.0", id, error: { code: unreadableAnswer, message } }))
  if (errors.length > 0) {
    said(`One of its answers was lost, because ${message}.`)
    return JSON.stringify(makeWellFormed(Array.isArray(value) ? errors : errors[0]))
  }
  said(`One of its messages was ignored, because it is invalid: ${twice}.`)
  return undefined
}
