/**
 * Settles when the pipes that are being read hold nothing more: a whole turn of the event loop, which reads whatever can
 * be read, has brought nothing. `came` says how much has come so far. Something that never stops writing is not waited
 * for: it settles after `most` more, of which a pipe cannot have held as much when the waiting began.
 *
 * A timer cannot tell. Timers come first in a turn, so that after a turn that took long they are over before anything was
 * read.
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

/** The first may still belong to the turn that has begun, behind its reading. */
const wholeTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve))
  })
