import { errno, Failure } from "../errno.ts"

/** The limit on names that a guest adds. */
const addedNames = 32_768

/**
 * The limits on the files of a run, and the amounts in use. Names are limited too, because otherwise a guest could fill
 * the host's memory with them.
 */
export class Space {
  readonly #bytes: number
  #usedBytes = 0
  #usedNames = -addedNames

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  /** Remaining bytes. Zero if the initial files exceed the limit. */
  get left(): number {
    return Math.max(0, this.#bytes - this.#usedBytes)
  }

  /** Counts initial bytes, which are never refused. */
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
