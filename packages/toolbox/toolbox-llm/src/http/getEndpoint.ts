/** Returns a server's endpoint: the base URL with `/embeddings`, and its query. */
export const getEndpoint = (base: string): URL => {
  const url = URL.parse(base)
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw new TypeError('The setting "url" of the embeddings must be an http or https URL.')
  if (url.username !== "" || url.password !== "")
    throw new TypeError('The setting "url" of the embeddings has credentials; name the key by a reference in "key".')
  url.hash = ""
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/embeddings`
  return url
}
