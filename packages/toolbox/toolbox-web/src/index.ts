import type { Tool } from "@toolgate/core"
import { NamedHosts } from "./client/NamedHosts.ts"
import { WebClient } from "./client/WebClient.ts"
import type { WebOptions } from "./client/WebOptions.ts"
import { fetchDocsWith } from "./fetch-docs/definition.ts"
import { fetchWikipediaWith } from "./fetch-wikipedia/definition.ts"
import { httpGetWith } from "./http-get/definition.ts"
import { httpPostWith } from "./http-post/definition.ts"
import { webSearchWith } from "./web-search/definition.ts"
import { searchPage } from "./web-search/searchPage.ts"
import { webSettings } from "./webSettings.ts"

export type { WebOptions }
export { webSettings }

/**
 * Returns the tools for the web. They reach only public addresses and the hosts in `private`.
 *
 * ```ts
 * import { webTools } from "@toolgate/toolbox-web"
 *
 * const tools = webTools({ private: ["wiki.intern:443"], languages: ["en", "de"] })
 * console.log(tools.map(({ name }) => name).join(", "))
 * ```
 */
export const webTools = ({ private: named = [], search, languages = ["en"] }: WebOptions = {}): ReadonlyArray<Tool> => {
  const client = new WebClient(new NamedHosts(named))
  const page = searchPage(search)
  // The operator's own search page may have any address.
  const searching = search === undefined ? client : new WebClient(new NamedHosts([page.host]))
  return [
    httpGetWith(client),
    httpPostWith(client),
    webSearchWith(searching, page),
    fetchWikipediaWith(client, languages),
    fetchDocsWith(client)
  ]
}

const usual = new WebClient(new NamedHosts([]))

/** Fetches from a URL. */
export const httpGet: Tool = httpGetWith(usual)
/** Posts to a URL, once. */
export const httpPost: Tool = httpPostWith(usual)
/** Searches the web. */
export const webSearch: Tool = webSearchWith(usual, searchPage(undefined))
/** Fetches the summary of an English Wikipedia article. */
export const fetchWikipedia: Tool = fetchWikipediaWith(usual, ["en"])
/** Fetches a page as Markdown. */
export const fetchDocs: Tool = fetchDocsWith(usual)
