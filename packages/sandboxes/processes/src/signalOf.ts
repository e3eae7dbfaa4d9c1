import { constants } from "node:os"

/** The signal that ended a program of bubblewrap's, which itself ends with 128 and the number of it. */
export const signalOf = (status: number | null): NodeJS.Signals | null =>
  (Object.entries(constants.signals).find(([, number]) => 128 + number === status)?.[0] as
    | NodeJS.Signals
    | undefined) ?? null
