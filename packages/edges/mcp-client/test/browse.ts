/** Follows the redirects of an authorization server as a browser does, and returns the last page. */
export const browse = async (page: URL): Promise<string> => (await fetch(page)).text()
