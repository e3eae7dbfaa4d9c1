import type { HttpAnswer } from "@toolgate/catalogue/http-requests"
import type { WebRequest } from "./WebRequest.ts"

/** Returns the request to which an answer leads, without its headers; `undefined` if it leads nowhere that can be reached. */
export const redirectOf = (
  { status, location }: Pick<HttpAnswer, "status" | "location">,
  { method, url, body }: Pick<WebRequest, "method" | "url" | "body">
): Pick<WebRequest, "method" | "url" | "body"> | undefined => {
  if (!statuses.has(status) || location === undefined) return undefined
  const next = URL.parse(location, url.href)
  if (next === null || (next.protocol !== "http:" && next.protocol !== "https:")) return undefined
  // A password in a redirect would be sent to whom the redirect names.
  if (next.username !== "" || next.password !== "") return undefined
  const isKept = status === 307 || status === 308
  return isKept && body !== undefined ? { method, url: next, body } : { method: isKept ? method : "GET", url: next }
}

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
