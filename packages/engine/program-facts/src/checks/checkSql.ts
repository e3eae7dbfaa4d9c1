/**
 * Returns the reason why SQL text may do more than read tables, or `undefined`. Only a single query is known to be
 * harmless.
 */
export const checkSql = (text: string): string | undefined => {
  if (/\\|^\s*\.(?!(?:tables|schema|indexes|databases|dbinfo|fullschema|headers?|mode|show|stats|timer)\b)/.test(text))
    return "holds a command of the client, which can start programs and write files"
  if (/^\s*\./.test(text)) return /[|\n]/.test(text) ? "holds a command of the client" : undefined
  const code = withoutTexts(text)
  if (code === undefined) return "holds quotes or comments that databases read in different ways"
  if (
    !/^\s*(?:select|with|explain|show|describe|desc|values|table|pragma\s+(?:\w+\s*(?:\(\s*\w+\s*\)\s*)?|(?:\w+\.)?(?:table_x?info|index_x?info|index_list|foreign_key_(?:list|check)|integrity_check|quick_check)\s*\(\s*«\s*\)\s*);?\s*$)/i.test(
      code
    )
  )
    return "is a statement that may change data"
  const orders = code.replace(/;\s*$/, "")
  return /;|\b(?:insert|update|delete|drop|alter|create|truncate|grant|revoke|copy|call|do|into|load_file|load_extension|readfile|writefile|edit|fts3_tokenizer|attach|vacuum|import|export|install|load|pg_\w*(?:read|write|file|ls|terminate|cancel|reload|promote|switch|rotate)\w*|lo_\w+|dblink\w*|set_config|nextval|setval|xp_\w+|sys_\w+|query_to_xml\w*)\b/i.test(
    orders
  )
    ? "is a statement that may change data or read files"
    : undefined
}

/** Strings, names in quotes or brackets, dollar-quoted texts of plain words, and comments. */
const quoted =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[\w\s.:]*`|\[(?:[\w\s.,:()=*+]|'[^'\]]*')*\]|(\$\w*\$)[\w\s.,:()=]*\1|--(?=\s|$)[^\n]*|\/\*(?!M?!)(?:(?!\/\*|\*\/)[\s\S])*\*\//g

/** Characters that databases read differently, so that a string for one database is a statement for another. */
const unclear = /['"`[\r]|--|\/\/|\/\*|\*\/|\$\w*\$|\bn?q«/i

/**
 * Removes comments from a statement, and replaces each string by a placeholder. Returns `undefined` if databases may
 * read it differently: MySQL runs comments that begin with `!`, and only some databases read `#`, `//` or `--x` as a
 * comment, allow nested comments, or use dollars and brackets as quotes.
 */
const withoutTexts = (text: string): string | undefined => {
  const code = text.replaceAll(quoted, (found) => {
    if (found.startsWith("'")) return `«${found.replaceAll(/[^\n]/g, "")}`
    return /^(?:--|\/\*)/.test(found) ? " " : ` ${found.replaceAll(/[^\w\n]/g, " ")} `
  })
  const hash = code.indexOf("#")
  return unclear.test(code) || (hash !== -1 && code.includes("\n", hash)) ? undefined : code
}

/** Like `checkSql`, for Transact-SQL, whose statements need no semicolon between them. */
export const checkTransactSql = (text: string): string | undefined =>
  /^[^\S\n\r\u2028\u2029]*(?:!!|:)/m.test(text) ||
  /\b(?:exec(?:ute)?|merge|backup|restore|shutdown|kill|dbcc|bulk|open(?:rowset|datasource|query|xml)|reconfigure|use|deny|disable|enable|go|sp_\w+)\b/i.test(
    text
  )
    ? "is a statement that may change data"
    : checkSql(text)
