import { invalid } from "@toolgate/toolbox-base/jobs"
import { describePosition } from "@toolgate/toolbox-base/json"

/**
 * Checks that a text is one statement with as many `?` as parameters. SQLite would ignore a second statement, and bind
 * NULL to missing parameters.
 */
export const checkStatement = (sql: string, parameters: number): void => {
  const bare = withoutTexts(sql)
  const end = bare.search(/;\s*[^\s;]/)
  if (end >= 0)
    throw invalid(
      `The argument "sql" has a second statement, after the ";" at ${describePosition(sql, end)}; write one.`
    )
  const named = /[:@$][A-Za-z_]\w*|\?\d+/.exec(bare)
  if (named !== null)
    throw invalid(
      `The argument "sql" names a parameter at ${describePosition(sql, named.index)}; write "?" for each, in the order of "params".`
    )
  const marks = bare.split("?").length - 1
  if (marks !== parameters)
    throw invalid(`The argument "sql" has ${marks} of "?", and "params" has ${parameters}; give one for each.`)
}

/**
 * Replaces comments with blanks, and texts and quoted names with letters. Unclosed ones extend to the end, because
 * scanning from each quote again would take quadratic time.
 */
const withoutTexts = (sql: string): string =>
  sql.replace(
    /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
    (found) => (/^(?:--|\/\*)/.test(found) ? " " : "x").repeat(found.length)
  )
