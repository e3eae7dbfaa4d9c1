import { documentOf, shownText } from "../html/documentOf.ts"
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
  const results: Array<SearchResult> = []
  for (const result of document.querySelectorAll(".result")) {
    if (results.length === most) break
    if (/\bresult--(?:ad|no-result)\b/.test(result.className)) continue
    const link = result.querySelector("a.result__a")
    const url = destinationOf(link?.getAttribute("href") ?? "", base)
    if (link === null || url === undefined) continue
    const snippet = result.querySelector(".result__snippet")
    results.push({ title: text(link), url, snippet: snippet === null ? "" : text(snippet) })
  }
  if (results.length > 0) return { kind: "results", results }
  return document.querySelector(".no-results, .result--no-result") === null
    ? { kind: "unreadable" }
    : { kind: "results", results }
}

const text = (element: HtmlElement): string => shownText(element.textContent ?? "").slice(0, 1000)

/** Returns where a link of the page leads in the end: it goes through a page that counts clicks. */
const destinationOf = (href: string, base: string): string | undefined => {
  const url = URL.parse(href, base)
  const counted = url?.searchParams.get("uddg")
  const end = counted === undefined || counted === null ? url : URL.parse(counted)
  return end?.protocol === "https:" || end?.protocol === "http:" ? end.href : undefined
}
