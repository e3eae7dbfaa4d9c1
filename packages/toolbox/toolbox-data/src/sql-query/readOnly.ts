import { constants, type DatabaseSync } from "node:sqlite"

const { SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE, SQLITE_OK, SQLITE_DENY } = constants

/**
 * Lets a database read, and do nothing else from now on. An allow-list: ATTACH and VACUUM INTO would write files also from a database in
 * memory, a PRAGMA would lift bounds, and an extension is code.
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
