/** A streamed response exceeds the accumulator's limit. */
export class StreamTooLarge extends Error {
  override readonly name = "StreamTooLarge"

  constructor(most: number) {
    super(`The response is longer than ${most} characters, the limit for one response.`)
  }
}
