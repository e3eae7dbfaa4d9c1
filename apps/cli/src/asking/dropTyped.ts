import { closeSync, constants, openSync, readSync } from "node:fs"
import type { ReadStream } from "node:tty"

/** Discards unread input of the terminal, including an unfinished line. No other code may read `terminal` at the same time. */
export const dropTyped = (terminal: ReadStream): void => {
  const keys = openSync("/dev/tty", constants.O_RDONLY | constants.O_NONBLOCK)
  // In line mode, an unfinished "y" would wait for Enter and then count as an answer.
  terminal.setRawMode(true)
  try {
    const dropped = Buffer.alloc(4096)
    while (readSync(keys, dropped) > 0);
  } catch (cause) {
    // Everything has been read.
    if ((cause as NodeJS.ErrnoException).code !== "EAGAIN") throw cause
  } finally {
    terminal.setRawMode(false)
    closeSync(keys)
  }
}
