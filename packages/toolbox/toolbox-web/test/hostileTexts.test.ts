import { repeated } from "@toolgate/testing"
import { type MakeText, testHostileTexts } from "@toolgate/toolbox-testing"
import { readMarkdown } from "../src/fetch-docs/readMarkdown.ts"
import { readResults } from "../src/web-search/readResults.ts"

const body = (part: string): MakeText => repeated(part, "<html><body>", "</body></html>")
const sheet = (part: string, elements = ""): MakeText =>
  repeated(part, "<html><head><style>", `</style></head><body>${elements}x</body></html>`)
const styled =
  (style: (length: number) => string): MakeText =>
  (length) =>
    `<html><body><p style="${style(length)}">x</p></body></html>`
/** Returns a page with many elements in a few levels, and a rule that scans them from each. */
const ruled =
  (rule: string, levels = 0): MakeText =>
  (length) =>
    `<html><head><style>${rule}{display:none}</style></head><body>${"<i>".repeat(levels)}${"<p>x</p>".repeat(length / 8)}</body></html>`

const pages: Readonly<Record<string, MakeText>> = {
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

testHostileTexts({
  fetch_docs: { read: (html) => readMarkdown({ html, url: "https://a.test/" }), texts: pages },
  web_search: { read: (html) => readResults({ html, most: 5, base: "https://a.test/" }), texts: pages }
})
