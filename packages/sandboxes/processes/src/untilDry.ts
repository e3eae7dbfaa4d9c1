/**
 * Settles when the pipes that are being read hold nothing more: when a whole turn of the event loop, which reads
 * whatever can be read, has brought nothing. `came` returns how much has come so far. The wait also ends after `most`
 * more, for the sake of a program that never stops writing: no pipe can have held as much when the wait began.
 *
 * A timer cannot tell. Timers come first in a turn, so after a long turn they fire before anything was read.
 */
export const untilDry = async (came: () => number, most: number = mostBytes): Promise<void> => {
  const begun = came()
  for (let before = -1; before !== came() && came() - begun <= most; ) {
    before = came()
    await wholeTurn()
  }
}

/** More than two of the largest pipes that a user may make. */
const mostBytes = 4 * 2 ** 20

/** The first immediate may still belong to the current turn, after its reading phase. */
const wholeTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve))
  })
