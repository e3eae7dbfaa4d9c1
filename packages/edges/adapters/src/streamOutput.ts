import type { CallOptions } from "toolgate"

/** The limit for one piece of streamed output, in characters. */
const most = 16_384

/**
 * Makes a call, and yields its output whenever there is more: all of it, or its last 16,384 characters. Returns the
 * answer. The call ends if the consumer stops reading.
 */
export const streamOutput = async function* <A>(
  make: (options: Required<Pick<CallOptions, "onOutput" | "signal">>) => Promise<A>,
  signal: AbortSignal | undefined
): AsyncGenerator<string, A> {
  let text = ""
  let isNew = false
  let isOver = false
  let wake = () => {}
  const left = new AbortController()
  const answer = make({
    signal: signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]),
    onOutput: (output) => {
      text = (text + output.text).slice(-most)
      isNew = true
      wake()
    }
  })
  answer
    .catch(() => {})
    .then(() => {
      isOver = true
      wake()
    })
  try {
    for (;;)
      if (isNew) {
        isNew = false
        yield text
      } else if (isOver) return await answer
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
  } finally {
    if (!isOver) left.abort()
  }
}
