/**
 * Waits until the pipes being read are empty: until a full turn of the event loop brings no more bytes. `came` returns
 * the bytes received so far. The wait also ends after `most` further bytes, in case a program never stops writing: no
 * pipe can hold that much.
 *
 * A timer would not do. Timers come first in a turn, so after a long turn they fire before the pipes are read.
 */
export const waitUntilDrained = async (came: () => number, most: number = mostBytes): Promise<void> => {
  const begun = came()
  for (let before = -1; before !== came() && came() - begun <= most; ) {
    before = came()
    await wholeTurn()
  }
}

/** More than twice the largest pipe that a user may make. */
const mostBytes = 4 * 2 ** 20

/** The first immediate may still belong to the current turn, after its poll phase. */
const wholeTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve))
  })
