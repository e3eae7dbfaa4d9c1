import { constants } from "node:os"

/** Returns the signal that ended a confined program, from bubblewrap's exit status: 128 plus the signal's number. */
export const decodeSignal = (status: number | null): NodeJS.Signals | null =>
  (Object.entries(constants.signals).find(([, number]) => 128 + number === status)?.[0] as
    | NodeJS.Signals
    | undefined) ?? null
