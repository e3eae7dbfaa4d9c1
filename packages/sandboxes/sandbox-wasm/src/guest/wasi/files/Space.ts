import { errno, Failure } from "../errno.ts"

/** The number of names that a guest may add to those it was given. */
const addedNames = 32_768

/**
 * The bounds on the files of a run, and the amounts in use. Both bytes and names are bounded, because otherwise a guest
 * could fill its host's memory.
 */
export class Space {
  readonly #bytes: number
  #usedBytes = 0
  #usedNames = -addedNames

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  /** The number of bytes that can still be taken. None if the guest was given more than it may have. */
  get left(): number {
    return Math.max(0, this.#bytes - this.#usedBytes)
  }

  /** Counts what was there before the run. It is never refused. */
  give(bytes: number): void {
    this.#usedBytes += bytes
  }

  takeBytes(bytes: number): void {
    if (bytes > this.left) throw new Failure(errno.NOSPC)
    this.#usedBytes += bytes
  }

  releaseBytes(bytes: number): void {
    this.#usedBytes -= bytes
  }

  takeName(): void {
    if (this.#usedNames >= 0) throw new Failure(errno.NOSPC)
    this.#usedNames += 1
  }

  releaseName(): void {
    this.#usedNames -= 1
  }
}
