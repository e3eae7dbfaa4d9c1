import { factsOf } from "./Program.ts"

/** Facts about clients of databases. */
export const databaseFacts = factsOf("psql(1), mysql(1), and the manuals of sqlite3, redis-cli and mongosh", {
  reachesNetwork: "reaches a database",
  startsPrograms: "starts programs by \\!, .shell, system or COPY",
  writesFiles: "writes databases, and files by \\o and .output"
})

/** The reason why the name of another machine does harm. */
export const elsewhere = "reaches another server"

/**
 * Returns the reason why an order of SQL may do more than read tables, or `undefined`. Only a single query is known to
 * be harmless.
 */
export const sql = (text: string): string | undefined => {
  if (/\\|^\s*\.(?!(?:tables|schema|indexes|databases|dbinfo|fullschema|headers?|mode|show|stats|timer)\b)/.test(text))
    return "holds a command of the client, which can start programs and write files"
  if (/^\s*\./.test(text)) return /[|\n]/.test(text) ? "holds a command of the client" : undefined
  if (
    !/^\s*(?:select|with|explain|show|describe|desc|values|table|pragma\s+\w+\s*(?:\(\s*\w+\s*\)\s*)?;?\s*$)/i.test(
      text
    )
  )
    return "is a statement that may change data"
  const orders = text.replaceAll(/'(?:[^']|'')*'/g, "''").replace(/;\s*$/, "")
  return /;|\b(?:insert|update|delete|drop|alter|create|truncate|grant|revoke|copy|call|do|into|load_file|load_extension|readfile|writefile|edit|fts3_tokenizer|attach|vacuum|import|export|install|load|pg_\w*(?:read|write|file|ls|terminate|cancel|reload|promote|switch|rotate)\w*|lo_\w+|dblink\w*|set_config|nextval|setval|xp_\w+|sys_\w+|query_to_xml\w*)\b/i.test(
    orders
  )
    ? "is a statement that may change data or read files"
    : undefined
}

/**
 * Returns the reason why the name of a database does harm, or `undefined`. The name can be a URL, with settings of its
 * own.
 */
export const address = (word: string) =>
  /[=]|:\/\//.test(word) ? "is an address, which can name another server and settings" : undefined

/** Returns the reason why the name of a server does harm, or `undefined` for this machine. */
export const host = (option: string, text: string) =>
  /^-(?:h|-host)$/.test(option) && !/^(?:localhost|127\.0\.0\.1|::1|\/var\/run\/[\w/-]+|\/tmp)$/.test(text)
    ? elsewhere
    : undefined
