import { makeWellFormed } from "@toolgate/core"
import { findDuplicateMember, parseJson } from "@toolgate/core/json"
import { createParser, type EventSourceMessage } from "eventsource-parser"
import { isForCall, unreadableAnswer } from "./unreadableAnswer.ts"

/**
 * Returns a `fetch` that passes on no message that gives a member twice: the SDK would take the last one. Where the message answers a
 * request, an error takes its place. Any other message is left out, and `said` is called with the reason.
 */
export const soundFrames =
  (send: typeof fetch, said: (line: string) => void): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init)
    const { body, ok, headers } = response
    if (body === null || !ok) return response
    // The SDK looks at the same part of the type.
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

/** Reads the events of a stream, and writes them again. The SDK reads them with the same parser. */
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

/** Returns a text as it is, or what stands for it if it gives a member twice: errors of the requests that it answers. */
const soundFrame = (text: string, said: (line: string) => void): string | undefined => {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    // The SDK finds the same fault.
    return text
  }
  const twice = findDuplicateMember(value, text)?.message
  if (twice === undefined) return text
  const message = `a message of it cannot be read: ${twice}`
  const errors = (Array.isArray(value) ? value : [value])
    .filter(isForCall)
    .map(({ id }) => ({ jsonrpc: "2.0", id, error: { code: unreadableAnswer, message } }))
  if (errors.length > 0) {
    said(`An answer of it was lost, because ${message}.`)
    return JSON.stringify(makeWellFormed(Array.isArray(value) ? errors : errors[0]))
  }
  said(`A message of it was passed over, because it cannot be read: ${twice}.`)
  return undefined
}
