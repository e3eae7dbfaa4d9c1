import type { HttpAnswer } from "@toolgate/catalogue/http-requests"
import type { WebRequest } from "./WebRequest.ts"

/** Returns the request for a redirect, without headers; `undefined` if its target is invalid. */
export const getRedirect = (
  { status, location }: Pick<HttpAnswer, "status" | "location">,
  { method, url, body }: Pick<WebRequest, "method" | "url" | "body">
): Pick<WebRequest, "method" | "url" | "body"> | undefined => {
  if (!statuses.has(status) || location === undefined) return undefined
  const next = URL.parse(location, url.href)
  if (next === null || (next.protocol !== "http:" && next.protocol !== "https:")) return undefined
  // A redirect with credentials would send them to its target.
  if (next.username !== "" || next.password !== "") return undefined
  const isKept = status === 307 || status === 308
  return isKept && body !== undefined ? { method, url: next, body } : { method: isKept ? method : "GET", url: next }
}

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
