import { closeSync, constants, openSync, readSync } from "node:fs"
import type { ReadStream } from "node:tty"

/**
 * Drops what was typed at the terminal and not read yet, an unfinished line as well. `terminal` is not to be read from
 * meanwhile.
 */
export const dropTyped = (terminal: ReadStream): void => {
  const keys = openSync("/dev/tty", constants.O_RDONLY | constants.O_NONBLOCK)
  // As lines, a terminal keeps back the one that is being typed: "y" would wait for its Enter, and be an answer then.
  terminal.setRawMode(true)
  try {
    const dropped = Buffer.alloc(4096)
    while (readSync(keys, dropped) > 0);
  } catch (cause) {
    // Nothing is left to read.
    if ((cause as NodeJS.ErrnoException).code !== "EAGAIN") throw cause
  } finally {
    terminal.setRawMode(false)
    closeSync(keys)
  }
}
