import { dropHidden } from "../html/dropHidden.ts"
import type { HtmlElement } from "../html/HtmlDocument.ts"
import { cleanText, parseDocument } from "../html/parseDocument.ts"

/** A page of results, or why it cannot be parsed. */
export type SearchPage =
  | { readonly kind: "results"; readonly results: ReadonlyArray<SearchResult> }
  | { readonly kind: "unreadable" }

/** A result of a search. */
export interface SearchResult {
  readonly title: string
  readonly url: string
  readonly snippet: string
}

/** Parses DuckDuckGo's page without scripts. Skips advertisements. A page without results must say so. */
export const readResults = ({
  html,
  most,
  base
}: {
  readonly html: string
  readonly most: number
  readonly base: string
}): SearchPage => {
  const document = parseDocument(html)
  dropHidden(document)
  let unread = 0
  const results: Array<SearchResult> = []
  for (const result of document.querySelectorAll(".result")) {
    if (results.length === most) break
    if (/\bresult--(?:ad|no-result)\b/.test(result.className)) continue
    const link = result.querySelector("a.result__a")
    const url = destinationOf(link?.getAttribute("href") ?? "", base)
    if (link === null || url === undefined) {
      unread += 1
      continue
    }
    const snippet = result.querySelector(".result__snippet")
    results.push({ title: text(link), url, snippet: snippet === null ? "" : text(snippet) })
  }
  if (results.length > 0) return { kind: "results", results }
  const isEmpty = unread === 0 && document.querySelector(".no-results, .result--no-result") !== null
  return isEmpty && document.querySelector(challenge) === null ? { kind: "results", results } : { kind: "unreadable" }
}

/** The elements of a page with a bot check. */
const challenge = '#challenge-form, form[action*="anomaly"], [class*="anomaly"], [class*="captcha"]'

const text = (element: HtmlElement): string =>
  cleanText(element.textContent ?? "")
    .slice(0, 1000)
    .toWellFormed()

const isOfService = (hostname: string): boolean => /^(?:[a-z]+\.)?duckduckgo\.com$/.test(hostname)

/** Returns the final target of a link, which goes through a click counter. */
const destinationOf = (href: string, base: string): string | undefined => {
  const url = URL.parse(href, base)
  // Other sites' addresses may have this parameter too.
  const isCounting = url?.pathname === "/l/" && (isOfService(url.hostname) || url.host === URL.parse(base)?.host)
  const counted = isCounting ? url?.searchParams.get("uddg") : undefined
  const end = counted === undefined || counted === null ? url : URL.parse(counted)
  return end?.protocol === "https:" || end?.protocol === "http:" ? end.href : undefined
}
