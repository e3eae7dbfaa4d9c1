import type { Operation, Parts } from "./Operation.ts"

/** A request that is ready to be sent. */
export interface PreparedRequest {
  readonly url: string
  readonly init: RequestInit
}

/** Prepares a request to a server. Throws if a name in the path is none, or the body is not JSON. */
export const prepareRequest = (
  server: { readonly url: string; readonly token: string },
  operation: Operation,
  { params = {}, query = {}, body, headers }: Parts
): PreparedRequest => {
  const [method = "", path = ""] = operation.split(" ")
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value))
  const search = asked.toString()
  return {
    url: `${server.url}${path.replace(/\{(\w+)\}/g, (_, name) => encodeName(params[name] ?? ""))}${search && `?${search}`}`,
    init: {
      method,
      headers: new Headers({
        accept: "application/json",
        authorization: `Bearer ${server.token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // The server redirects no request, and the token is for its address only.
      redirect: "manual"
    }
  }
}

/** Encodes a name as one segment of a path. Even escaped, dots would lead to another path. */
const encodeName = (name: string): string => {
  if (/^\.{0,2}$/.test(name)) throw new TypeError(`${JSON.stringify(name)} is not an id.`)
  return encodeURIComponent(name)
}
