import type { Tool } from "@toolgate/core"
import { NamedHosts } from "./client/NamedHosts.ts"
import { WebClient } from "./client/WebClient.ts"
import type { WebOptions } from "./client/WebOptions.ts"
import { createFetchDocs } from "./fetch-docs/definition.ts"
import { createFetchWikipedia } from "./fetch-wikipedia/definition.ts"
import { createHttpGet } from "./http-get/definition.ts"
import { createHttpPost } from "./http-post/definition.ts"
import { createWebSearch } from "./web-search/definition.ts"
import { getSearchPage } from "./web-search/getSearchPage.ts"
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
  const page = getSearchPage(search)
  // The operator's own search page may have any address.
  const searching = search === undefined ? client : new WebClient(new NamedHosts([page.host]))
  return [
    createHttpGet(client),
    createHttpPost(client),
    createWebSearch(searching, page),
    createFetchWikipedia(client, languages),
    createFetchDocs(client)
  ]
}

const usual = new WebClient(new NamedHosts([]))

/** Fetches from a URL. */
export const httpGet: Tool = createHttpGet(usual)
/** Posts to a URL, once. */
export const httpPost: Tool = createHttpPost(usual)
/** Searches the web. */
export const webSearch: Tool = createWebSearch(usual, getSearchPage(undefined))
/** Fetches the summary of an English Wikipedia article. */
export const fetchWikipedia: Tool = createFetchWikipedia(usual, ["en"])
/** Fetches a page as Markdown. */
export const fetchDocs: Tool = createFetchDocs(usual)
