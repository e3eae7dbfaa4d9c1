import { closeSync, constants, openSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"

/**
 * Locks a file for as long as this process lives, and returns whether no other process holds the lock. The system releases it
 * when the process ends in any way. SQLite is used because Node itself cannot lock a file.
 */
export const lockFile = (path: string): (() => void) | undefined => {
  closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600))
  const file = new DatabaseSync(path)
  try {
    // The journal stays in memory, because one that a killed process left behind would have to be read first.
    file.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
    return () => file.close()
  } catch (cause) {
    file.close()
    // The codes of SQLITE_BUSY and of its kinds.
    if (((cause as { readonly errcode?: number }).errcode ?? 0) % 256 === 5) return undefined
    throw cause
  }
}
