import { constants, type DatabaseSync } from "node:sqlite"

const { SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE, SQLITE_OK, SQLITE_DENY } = constants

/**
 * Makes a database read-only. Uses an allow-list, because even an in-memory database can write files (ATTACH, VACUUM
 * INTO), lift limits (PRAGMA) or load code (extensions).
 */
export const readOnly = (database: DatabaseSync): void => {
  database.setAuthorizer((action, first, second) => {
    if (action === SQLITE_SELECT || action === SQLITE_RECURSIVE) return SQLITE_OK
    if (action === SQLITE_READ) return /^pragma_/i.test(first ?? "") ? SQLITE_DENY : SQLITE_OK
    if (action === SQLITE_FUNCTION) return deniedFunctions.has((second ?? "").toLowerCase()) ? SQLITE_DENY : SQLITE_OK
    return SQLITE_DENY
  })
}

const deniedFunctions: ReadonlySet<string> = new Set([
  "load_extension",
  "readfile",
  "writefile",
  "edit",
  "fts3_tokenizer"
])
