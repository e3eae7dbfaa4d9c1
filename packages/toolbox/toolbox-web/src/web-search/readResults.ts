import { documentOf, shownText } from "../html/documentOf.ts"
import { dropHidden } from "../html/dropHidden.ts"
import type { HtmlElement } from "../html/HtmlDocument.ts"

/** A page of results, or one that cannot be read as such. */
export type SearchPage =
  | { readonly kind: "results"; readonly results: ReadonlyArray<SearchResult> }
  | { readonly kind: "unreadable" }

/** A result of a search. */
export interface SearchResult {
  readonly title: string
  readonly url: string
  readonly snippet: string
}

/** Reads DuckDuckGo's page without scripts. Advertisements are left out. A page without results has to say that there are none. */
export const readResults = ({
  html,
  most,
  base
}: {
  readonly html: string
  readonly most: number
  readonly base: string
}): SearchPage => {
  const document = documentOf(html)
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

/** The parts of a page that asks whether a person is there. */
const challenge = '#challenge-form, form[action*="anomaly"], [class*="anomaly"], [class*="captcha"]'

const text = (element: HtmlElement): string =>
  shownText(element.textContent ?? "")
    .slice(0, 1000)
    .toWellFormed()

const isOfService = (hostname: string): boolean => /^(?:[a-z]+\.)?duckduckgo\.com$/.test(hostname)

/** Returns where a link of the page leads in the end: it goes through a page that counts clicks. */
const destinationOf = (href: string, base: string): string | undefined => {
  const url = URL.parse(href, base)
  // A stranger's own address may have such a parameter as well.
  const isCounting = url?.pathname === "/l/" && (isOfService(url.hostname) || url.host === URL.parse(base)?.host)
  const counted = isCounting ? url?.searchParams.get("uddg") : undefined
  const end = counted === undefined || counted === null ? url : URL.parse(counted)
  return end?.protocol === "https:" || end?.protocol === "http:" ? end.href : undefined
}
