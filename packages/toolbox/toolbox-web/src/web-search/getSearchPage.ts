/** Returns the search page: the operator's, or DuckDuckGo's page without scripts. */
export const getSearchPage = (named: string | undefined): URL => {
  const page = URL.parse(named ?? "https://html.duckduckgo.com/html/")
  if ((page?.protocol === "https:" || page?.protocol === "http:") && page.username === "" && page.password === "")
    return page
  throw new TypeError('The option "search" must be an http or https URL without credentials.')
}
