import { isStream } from "./endUnanswered.ts"
import { ServerFault } from "./ServerFault.ts"

/**
 * Returns a `fetch` that calls `broke` if an answer's body breaks off, or if an answer or one event of a stream exceeds
 * `most` bytes. The SDK would wait for ever. The number of events in a stream is not limited.
 */
export const createBoundedFetch =
  (most: number, broke: (fault: ServerFault) => void): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (response.body === null) return response
    const excess = isStream(response) ? eventBytes() : wholeBytes()
    const reader = response.body.getReader()
    let isLeft = false
    const body = new ReadableStream<Uint8Array>({
      pull: async (to) => {
        try {
          const { done, value } = await reader.read()
          if (done) return to.close()
          if (excess(value) > most) throw new ServerFault({ message: `It sent an answer of more than ${most} bytes.` })
          to.enqueue(value)
        } catch (cause) {
          if (isLeft) return
          to.error(cause)
          reader.cancel(cause).catch(() => {})
          if (init?.signal?.aborted !== true)
            broke(cause instanceof ServerFault ? cause : new ServerFault({ message: "Its answer broke off.", cause }))
        }
      },
      cancel: (reason) => {
        isLeft = true
        return reader.cancel(reason)
      }
    })
    return new Response(body, response)
  }

const wholeBytes = () => {
  let count = 0
  return (bytes: Uint8Array): number => {
    count += bytes.length
    return count
  }
}

/** Counts the bytes of the current event. An empty line ends an event. */
const eventBytes = () => {
  let count = 0
  let isLineEmpty = true
  return (bytes: Uint8Array): number => {
    count += bytes.length
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] === lineFeed) {
        if (isLineEmpty) count = bytes.length - at - 1
        isLineEmpty = true
      } else if (bytes[at] !== carriageReturn) isLineEmpty = false
    }
    return count
  }
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d]
