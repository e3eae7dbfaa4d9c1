import { createParser, type EventSourceMessage } from "eventsource-parser"
import type { ServerEvent } from "../api/ToolEvent.ts"
import type { OpenResponse } from "../connection/Connection.ts"
import { ConnectionFailed } from "../errors/ConnectionFailed.ts"
import { UnexpectedAnswer } from "../errors/UnexpectedAnswer.ts"

/** Reads the events of a response until its connection ends. */
export async function* readEvents(operation: string, { response }: OpenResponse): AsyncGenerator<ServerEvent, void> {
  const damaged = () => new UnexpectedAnswer(operation, "no", response)
  const arrived: Array<ServerEvent> = []
  const parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: (message) => {
      const event = parseEvent(message)
      if (event === undefined) throw damaged()
      arrived.push(event)
    },
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") throw damaged()
    }
  })
  const reader = (response.body ?? new ReadableStream()).getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await reader.read().catch((cause) => {
      throw new ConnectionFailed(operation, "no", cause)
    })
    if (done) return
    parser.feed(decoder.decode(value, { stream: true }))
    yield* arrived.splice(0)
  }
}

const parseEvent = ({ id, event, data }: EventSourceMessage): ServerEvent | undefined => {
  try {
    const value: unknown = JSON.parse(data)
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined
    // Lost events have their type beside the data.
    return { type: event, ...value, ...(id === undefined ? {} : { id }) } as ServerEvent
  } catch {
    return undefined
  }
}

/** In characters. Without a limit, an event that never ends would fill the memory. */
const longestEvent = 2 ** 25
