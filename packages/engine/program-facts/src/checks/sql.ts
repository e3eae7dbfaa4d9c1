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

/** Like `sql`, for Transact-SQL, between whose statements no semicolon is needed. */
export const transactSql = (text: string): string | undefined =>
  /^[^\S\n\r\u2028\u2029]*(?:!!|:)/m.test(text) ||
  /\b(?:exec(?:ute)?|merge|backup|restore|shutdown|kill|dbcc|bulk|open(?:rowset|datasource|query|xml)|reconfigure|use|deny|disable|enable|go|sp_\w+)\b/i.test(
    text
  )
    ? "is a statement that may change data"
    : sql(text)
