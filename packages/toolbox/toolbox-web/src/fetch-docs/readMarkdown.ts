import { Readability } from "@mozilla/readability"
import { impossible } from "@toolgate/toolbox-base/jobs"
import TurndownService from "turndown"
import { createDepthError } from "../html/checkDepth.ts"
import { dropHidden } from "../html/dropHidden.ts"
import type { HtmlDocument, HtmlElement } from "../html/HtmlDocument.ts"
import { cleanText, parseDocument } from "../html/parseDocument.ts"
import { removeInvisible } from "../html/removeInvisible.ts"

/** A page as readable text. */
export interface ReadPage {
  readonly title: string
  readonly markdown: string
}

/** Returns a page's article as Markdown, or the whole page if there is no article. Leaves out hidden parts. */
export const readMarkdown = ({ html, url }: { readonly html: string; readonly url: string }): ReadPage => {
  try {
    const document = parseDocument(html)
    dropHidden(document)
    withAbsoluteLinks(document, url)
    const title = cleanText(document.title ?? "")
    // Readability changes the document.
    const body = document.body?.innerHTML ?? ""
    const article = new Readability(document, { maxElemsToParse: mostElements }).parse()
    const content = article?.content ?? ""
    const markdown = turndown().turndown(
      content.trim() === "" ? parseDocument(body).documentElement.outerHTML : content
    )
    return {
      title: (cleanText(article?.title ?? "") || title).slice(0, 500),
      markdown: removeInvisible(markdown).trim()
    }
  } catch (cause) {
    if (cause instanceof RangeError) throw createDepthError()
    if (cause instanceof Error && cause.message.startsWith("Aborting parsing document"))
      throw impossible(`The page has more than ${mostElements} elements.`)
    throw cause
  }
}

const mostElements = 100_000

const turndown = (): TurndownService => {
  const service = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" })
  // Drops link titles, which appear only under a pointer.
  service.addRule("link", {
    filter: (node) => node.nodeName === "A",
    replacement: (content, node) => {
      const href = (node as unknown as HtmlElement).getAttribute("href") ?? ""
      const target = href.replaceAll("(", "%28").replaceAll(")", "%29")
      return content.trim() === "" || href === "" ? content : `[${content}](${target})`
    }
  })
  return service
}

const withAbsoluteLinks = (document: HtmlDocument, page: string): void => {
  const base = URL.parse(document.querySelector("base[href]")?.getAttribute("href") ?? "", page)?.href ?? page
  for (const link of document.querySelectorAll("a[href]")) {
    const url = URL.parse(link.getAttribute("href") ?? "", base)
    if (url?.protocol === "https:" || url?.protocol === "http:") link.setAttribute("href", url.href)
    else link.removeAttribute("href")
  }
}
