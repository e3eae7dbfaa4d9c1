import { constants } from "node:os"

/**
 * Returns the signal that ended a program of bubblewrap's. bubblewrap itself then ends with 128 plus the signal's
 * number.
 */
export const signalOf = (status: number | null): NodeJS.Signals | null =>
  (Object.entries(constants.signals).find(([, number]) => 128 + number === status)?.[0] as
    | NodeJS.Signals
    | undefined) ?? null
