import type { Kept } from "@toolgate/core"
import type { Entry } from "./Entry.ts"

/**
 * Notifies whoever waits for an entry. An error of theirs does not stop the writing: it is thrown on its own, as it would
 * be without the store.
 */
export const notify = ({ kept }: Entry, isKept: Kept): void => {
  try {
    kept?.(isKept)
  } catch (cause) {
    queueMicrotask(() => {
      throw cause
    })
  }
}
