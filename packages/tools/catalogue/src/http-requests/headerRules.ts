/** Whether a text can be the value of a header. */
export const isHeaderValue = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** Returns why a header cannot be given, as the end of a sentence; `undefined` if it can. */
export const refusedHeader = (name: string): string | undefined => {
  // Some servers take an underscore for a hyphen.
  const low = name.toLowerCase().replaceAll("_", "-")
  if (!/^[!#$%&'*+.^`|~\w-]{1,256}$/.test(name)) return "is not a valid name"
  if (low === "idempotency-key") return "is set for each call, from the call's own key"
  return refused.has(low) || low.startsWith("proxy-")
    ? "belongs to the connection, and is set for each request"
    : undefined
}

/** Headers that say where a request goes, where it ends, and what becomes of the connection. */
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
