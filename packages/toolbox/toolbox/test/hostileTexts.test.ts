import { growthOf, mostGrowth, repeated } from "@toolgate/testing"
import { checkedName } from "@toolgate/toolbox-base"
import { expect, it } from "vitest"
import { editsOf } from "../../toolbox-canvas/src/import-canvas-edits/editsOf.ts"
import { pathMatcher } from "../../toolbox-code/src/files/pathMatcher.ts"
import { convert } from "../../toolbox-data/src/csv-to-json/convert.ts"
import { checked } from "../../toolbox-data/src/json-parse/checked.ts"
import { query } from "../../toolbox-data/src/json-query/query.ts"
import { render } from "../../toolbox-data/src/render-math/render.ts"
import { checkStatement } from "../../toolbox-data/src/sql-query/statement.ts"
import { markdownOf } from "../../toolbox-web/src/fetch-docs/markdownOf.ts"
import { readResults } from "../../toolbox-web/src/web-search/readResults.ts"

type Make = (length: number) => string

/** A reader of texts that strangers or models write, and hostile texts for it: open, repeated, nested and much too many parts. */
interface Reader {
  readonly read: (text: string) => unknown
  readonly texts: Readonly<Record<string, Make>>
  /** The length of the shorter text, in characters. */
  readonly length?: number
}

const body = (part: string): Make => repeated(part, "<html><body>", "</body></html>")
const sheet = (part: string, elements = ""): Make =>
  repeated(part, "<html><head><style>", `</style></head><body>${elements}x</body></html>`)
const styled =
  (style: (length: number) => string): Make =>
  (length) =>
    `<html><body><p style="${style(length)}">x</p></body></html>`
/** Many elements beneath a few levels, and a rule that looks at them from each. */
const ruled =
  (rule: string, levels = 0): Make =>
  (length) =>
    `<html><head><style>${rule}{display:none}</style></head><body>${"<i>".repeat(levels)}${"<p>x</p>".repeat(length / 8)}</body></html>`

const pages: Readonly<Record<string, Make>> = {
  "a style sheet without braces": sheet("a"),
  "rules and a long rest": repeated("a ", "<html><head><style>p{color:red}", "</style></head><body>x</body></html>"),
  "open braces": sheet("{"),
  "closed braces": sheet("}"),
  "open comments in a style sheet": sheet("/*"),
  "many rules": sheet("p{display:none}", "<p>x</p>".repeat(50)),
  ":has of brothers": ruled("p:has(~ p ~ p ~ p ~ b)"),
  ":nth-last-child": ruled("p:nth-last-child(3n+1)"),
  brothers: ruled("i ~ p ~ p ~ p"),
  descendants: ruled("b i i i i i i p", 140),
  "texts that a rule searches": ruled('body:contains("zz") p'),
  "texts that a rule searches within another": ruled("p:not(body:c\\6fntains(zz) p)"),
  "texts that a rule searches in any case": ruled('html:iContains("zz") p'),
  "tiny letters around many elements": (length) =>
    `<html><head><style>div{font-size:1px}</style></head><body>${"<div>".repeat(140)}${"<i>x</i>".repeat(length / 8)}</body></html>`,
  "a long number in a style": styled((length) => `opacity:${"0".repeat(length)}x;font-size:${"0".repeat(length)}y`),
  "blanks in a style": styled((length) => `color: ${" ".repeat(length)}x!${" ".repeat(length)}y`),
  "parentheses in a style": styled(
    (length) => `width:calc(${" ".repeat(length)}x;mask:linear-gradient(${"(a".repeat(length / 2)})`
  ),
  "separators in a style": styled((length) => `color:a(${",/".repeat(length / 2)}x);font:${"0px/".repeat(length / 4)}`),
  "escapes in a style": styled((length) => "\\0 ".repeat(length / 3)),
  "nested elements": body("<div>"),
  "nested results": body('<div class="result">'),
  "open tags": body("<"),
  "open comments": body("<!--"),
  references: body("&#"),
  attributes: (length) => `<html><body><a ${"a=1 ".repeat(length / 4)}></body></html>`,
  "open quotes of attributes": (length) => `<html><body><a ${'a="'.repeat(length / 3)}></body></html>`,
  links: body("<a href='(('>y</a>"),
  "items of a list": repeated("<li>x</li>", "<html><body><ol>", "</ol></body></html>"),
  "rows of a table": repeated("<tr><td>x", "<html><body><table>", "</table></body></html>"),
  "back quotes in code": repeated("`", "<html><body><pre><code>", "</code></pre></body></html>"),
  blanks: repeated(" ", "<html><body><p>a", "b</p></body></html>"),
  "marks of Markdown": body("*_[1. "),
  "empty emphasis": body(" <em> </em>"),
  "a title of separators": repeated(" | ", "<html><head><title>", "</title></head><body><p>x</p></body></html>")
}

const jsonTexts: Readonly<Record<string, Make>> = {
  "open lists": repeated("["),
  "open objects": repeated('{"a":'),
  "open text": repeated("\\", '"'),
  "a long number": repeated("0", "1."),
  "many members": (length) => `{${Array.from({ length: length / 10 }, (_, at) => `"m${at}":1`).join(",")}}`,
  "many large numbers": repeated("12345678901234567890,", "[", "1]"),
  "lines before a fault": repeated("\n", "", "x"),
  "halves of characters": repeated("\\ud800", '["', '"]')
}

const ask = () => Promise.reject(new Error("Nothing is asked here."))
const place = "the text"

const readers: Readonly<Record<string, Reader>> = {
  fetch_docs: { read: (html) => markdownOf({ html, url: "https://a.test/" }), texts: pages },
  web_search: { read: (html) => readResults({ html, most: 5, base: "https://a.test/" }), texts: pages },
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
  json_parse: { read: (text) => checked({ text, place } as never, undefined, ask as never), texts: jsonTexts },
  json_query: {
    read: (expression) => query({ text: '{"a":[1]}', place, expression } as never, undefined, ask as never),
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
  },
  import_canvas_edits: {
    read: (text) => editsOf({ exported: '{"nodes":[],"edges":[]}', text }),
    texts: {
      ...jsonTexts,
      nodes: (length) =>
        JSON.stringify({
          nodes: Array.from({ length: length / 70 }, (_, at) => ({
            id: `${at}`,
            type: "text",
            text: "a",
            x: 0,
            y: 0,
            width: 1,
            height: 1
          })),
          edges: []
        })
    }
  },
  archives: {
    read: (name) => checkedName(name),
    texts: {
      colons: repeated(":"),
      "colons and dollars": repeated(":$"),
      steps: repeated("a/"),
      device: repeated(" ", "con", "x")
    },
    length: 8_000
  },
  glob: {
    read: (pattern) => pathMatcher(pattern, "glob"),
    texts: {
      "open brackets": repeated("[", "", "\\"),
      "open sets": repeated("[a", "", "\\"),
      backslashes: repeated("\\")
    },
    length: 8_000
  }
}

const rows = Object.entries(readers).flatMap(([name, { texts, ...reader }]) =>
  Object.entries(texts).map(([text, make]) => [name, text, { ...reader, make }] as const)
)

it.each(rows)("%s reads %s in linear time", async (_, __, { read, make, length }) => {
  expect(await growthOf(read, make, length)).toBeLessThanOrEqual(mostGrowth)
})
