import { invalid } from "@toolgate/toolbox-base/jobs"
import { parseHTML } from "linkedom"
import type { HtmlDocument } from "./HtmlDocument.ts"
import { removeInvisible } from "./removeInvisible.ts"

/** Parses HTML without running scripts or fetching anything. */
export const parseDocument = (html: string): HtmlDocument => {
  // Without a root element, there would be no body.
  const text = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`
  const { document } = parseHTML(text)
  if (document?.documentElement === null) throw invalid("The page is not HTML that can be read.")
  return document as unknown as HtmlDocument
}

/** Returns a text on one line, without invisible characters. */
export const cleanText = (text: string): string => removeInvisible(text).replace(/\s+/g, " ").trim()
