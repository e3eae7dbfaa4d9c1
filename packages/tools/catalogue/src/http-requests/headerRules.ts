/** Whether a text is valid as a header value. */
export const isHeaderValue = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** Returns why a header is not allowed, as the end of a sentence, or `undefined`. */
export const explainRefusedHeader = (name: string): string | undefined => {
  // Some servers treat underscores as hyphens.
  const low = name.toLowerCase().replaceAll("_", "-")
  if (!/^[!#$%&'*+.^`|~\w-]{1,256}$/.test(name)) return "is not a valid name"
  if (low === "idempotency-key") return "is set for each call, from the call's own key"
  return refused.has(low) || low.startsWith("proxy-")
    ? "belongs to the connection, and is set for each request"
    : undefined
}

/** Headers that control the target, length or connection of a request. */
const refused: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via"
])
