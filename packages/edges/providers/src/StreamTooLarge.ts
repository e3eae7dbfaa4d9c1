/** A streamed response exceeds the accumulator's limit. */
export class StreamTooLarge extends Error {
  override readonly name = "StreamTooLarge"

  constructor(most: number) {
    super(`The response is longer than ${most} characters, which is the most that is held of one.`)
  }
}
