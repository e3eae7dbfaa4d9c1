import { invalid } from "@toolgate/toolbox-base/jobs"
import { position } from "@toolgate/toolbox-base/json"

/** Checks that a text is one statement with as many `?` as there are parameters. SQLite would ignore a second one, and bind NULL. */
export const checkStatement = (sql: string, parameters: number): void => {
  const bare = withoutTexts(sql)
  const end = bare.search(/;\s*[^\s;]/)
  if (end >= 0)
    throw invalid(`The argument "sql" has a second statement, after the ";" at ${position(sql, end)}; write one.`)
  const named = /[:@$][A-Za-z_]\w*|\?\d+/.exec(bare)
  if (named !== null)
    throw invalid(
      `The argument "sql" names a parameter at ${position(sql, named.index)}; write "?" for each, in the order of "params".`
    )
  const marks = bare.split("?").length - 1
  if (marks !== parameters)
    throw invalid(`The argument "sql" has ${marks} of "?", and "params" has ${parameters}; give one for each.`)
}

/**
 * Returns the text with blanks in the place of comments, and letters in the place of texts and quoted names. What is not closed goes to
 * the end: a second look at each quote would take quadratic time.
 */
const withoutTexts = (sql: string): string =>
  sql.replace(
    /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
    (found) => (/^(?:--|\/\*)/.test(found) ? " " : "x").repeat(found.length)
  )
