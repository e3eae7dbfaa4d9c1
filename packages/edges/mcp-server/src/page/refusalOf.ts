import type { IncomingMessage } from "node:http"

/**
 * Returns why a request is refused whoever makes it: its status, and a sentence. A name of a web site that leads to this machine is
 * not the page's host, and a form of another site has not the page's origin.
 */
export const refusalOf = (
  { method, headers }: IncomingMessage,
  host: string
): readonly [number, string] | undefined => {
  if (headers.host !== host) return [403, `This page is at http://${host} only.`]
  if (method === "GET") return undefined
  if (method !== "POST") return [405, "The page is looked at with GET, and its forms are sent with POST."]
  const site = headers["sec-fetch-site"]
  if (headers.origin !== `http://${host}` || (site !== undefined && site !== "same-origin"))
    return [403, "The form was not sent by this page."]
  return undefined
}
