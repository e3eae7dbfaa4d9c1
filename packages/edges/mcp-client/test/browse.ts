/** Does at once what an authorization server tells a browser, and returns the page at the end. */
export const browse = async (page: URL): Promise<string> => (await fetch(page)).text()
