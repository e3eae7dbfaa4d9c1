import { closeSync, constants, openSync, readSync } from "node:fs"
import type { ReadStream } from "node:tty"

/**
 * Drops everything that was typed at the terminal and is not read yet, including an unfinished line. Nothing else may
 * read from `terminal` at the same time.
 */
export const dropTyped = (terminal: ReadStream): void => {
  const keys = openSync("/dev/tty", constants.O_RDONLY | constants.O_NONBLOCK)
  // In line mode, a terminal keeps the unfinished line: a "y" would wait for its Enter, and then count as an answer.
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
