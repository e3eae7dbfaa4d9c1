import { invalid } from "@toolgate/toolbox-base/jobs"
import { parseHTML } from "linkedom"
import type { HtmlDocument } from "./HtmlDocument.ts"
import { withoutInvisible } from "./withoutInvisible.ts"

/** Returns the document of an HTML text. Nothing of it is run or fetched. */
export const documentOf = (html: string): HtmlDocument => {
  // A text without a root would have no body.
  const text = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`
  const { document } = parseHTML(text)
  if (document?.documentElement === null) throw invalid("The page is not HTML that can be read.")
  return document as unknown as HtmlDocument
}

/** Returns a text in one line, without characters that nobody sees. */
export const shownText = (text: string): string => withoutInvisible(text).replace(/\s+/g, " ").trim()
