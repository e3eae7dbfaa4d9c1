import type { StreamOptions } from "../Format.ts"
import { StreamTooLarge } from "../StreamTooLarge.ts"

/** Counts the size of a streamed response. */
export class StreamBudget {
  private held = 0
  private readonly most: number

  constructor({ maxLength = 64 * 1024 * 1024 }: StreamOptions = {}) {
    if (!(maxLength >= 0))
      throw new RangeError("The maximum length of a streamed response must be a number of at least 0.")
    this.most = maxLength
  }

  /** Counts a stored value. Throws a `StreamTooLarge` beyond the limit. */
  keep(value: unknown): void {
    this.held += lengthOf(value, this.most - this.held)
    if (this.held > this.most) throw new StreamTooLarge(this.most)
  }

  /** Counts a growing part, such as an unfinished call. */
  room(): void {
    this.keep([[], []])
  }
}

/**
 * Returns the length of a JSON value as text plus an overhead per part, or stops once it exceeds the limit. Does not
 * recurse.
 */
const lengthOf = (value: unknown, limit: number): number => {
  const left: Array<unknown> = [value]
  let length = 0
  while (left.length > 0 && length <= limit) {
    const one = left.pop()
    if (typeof one === "string") length += perPart + one.length
    else if (typeof one !== "object" || one === null) length += perPart
    else if (Array.isArray(one)) {
      length += perObject
      for (const each of one) left.push(each)
    } else {
      length += perObject
      for (const [name, each] of Object.entries(one)) {
        length += name.length
        left.push(each)
      }
    }
  }
  return length
}

const perPart = 16
const perObject = 64
