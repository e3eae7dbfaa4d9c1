import { repeated } from "@toolgate/testing"
import { jsonTexts, testHostileTexts } from "@toolgate/toolbox-testing"
import { convert } from "../src/csv-to-json/convert.ts"
import { parseChecked } from "../src/json-parse/parseChecked.ts"
import { evaluateQuery } from "../src/json-query/evaluateQuery.ts"
import { render } from "../src/render-math/render.ts"
import { checkStatement } from "../src/sql-query/statement.ts"

const ask = () => Promise.reject(new Error("Nothing is asked here."))
const place = "the text"

testHostileTexts({
  csv_to_json: {
    read: (text) => convert({ text, place, inferTypes: true, maxRows: 1000 } as never, undefined, ask as never),
    texts: {
      commas: repeated(","),
      quotes: repeated('"'),
      "open quotes": repeated('""', 'a\n"'),
      rows: repeated("1\n", "a\n"),
      "ends of lines": repeated("\r\n"),
      "a number": repeated("0", "a\n", "x\n"),
      blanks: repeated(" ", "a\n", "x\n")
    }
  },
  json_parse: { read: (text) => parseChecked({ text, place } as never, undefined, ask as never), texts: jsonTexts },
  json_query: {
    read: (expression) => evaluateQuery({ text: '{"a":[1]}', place, expression } as never, undefined, ask as never),
    texts: {
      brackets: repeated("["),
      parentheses: repeated("("),
      steps: repeated(".a", "a"),
      pipes: repeated("|a", "a"),
      quotes: repeated("'"),
      "open literal": repeated("[", "`"),
      filters: repeated("[?"),
      negations: repeated("!"),
      functions: repeated("abs(")
    }
  },
  sql_query: {
    read: (text) => checkStatement(text, 0),
    texts: {
      "open brackets": repeated("["),
      "open quotes of all kinds": repeated("[`'\""),
      quotes: repeated("''", "'"),
      comments: repeated("/*"),
      blanks: repeated(" ", ";", ";x"),
      names: repeated("@")
    }
  },
  render_math: {
    read: (latex) => render({ latex, isAscii: false }),
    texts: {
      groups: repeated("{"),
      powers: repeated("x^{", "x"),
      fractions: repeated("\\frac{x}{y}"),
      "open fractions": repeated("\\frac{"),
      roots: repeated("\\sqrt{x}"),
      cells: repeated("a&", "\\begin{matrix}", "\\end{matrix}"),
      begins: repeated("\\begin{matrix}"),
      letters: repeated("a")
    },
    length: 1_000
  }
})
