import { ServerFault } from "./ServerFault.ts"

/**
 * A `fetch` whose bodies end with an error when an answer, or one event of a stream of events, grows longer than `most` bytes. A
 * stream of events itself may go on for ever.
 */
export const boundedFetch =
  (most: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (response.body === null) return response
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true
    const body = response.body.pipeThrough(bounded(most, isStream))
    return new Response(body, response)
  }

const bounded = (most: number, isStream: boolean) => {
  let since = 0
  let isLineEmpty = true
  return new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, to) => {
      since += bytes.length
      // Within an event no line is empty, so an empty line begins the next one.
      if (isStream)
        for (let at = 0; at < bytes.length; at++) {
          if (bytes[at] !== lineFeed && bytes[at] !== carriageReturn) isLineEmpty = false
          else if (bytes[at] === lineFeed) {
            if (isLineEmpty) since = bytes.length - at - 1
            isLineEmpty = true
          }
        }
      if (since > most) to.error(new ServerFault({ message: `It sent an answer of more than ${most} bytes.` }))
      else to.enqueue(bytes)
    }
  })
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d]
