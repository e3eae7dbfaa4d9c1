import type { ReportedEvent } from "./describeEvent.ts"

/** Reads the address under which people reach a server. Throws a `TypeError` if it is not one. */
export const readPublicUrl = (text: string): URL => {
  const url = URL.parse(text)
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}` === ""
  if (!isAddress || url.search !== "" || url.hash !== "")
    throw new TypeError('"publicUrl" must be an http or https URL without a name, a password, a query and a fragment.')
  if (!url.pathname.endsWith("/")) url.pathname += "/"
  return url
}

/** Returns the page on which a person looks at an event. */
export const writeLink = ({ approvalId }: Pick<ReportedEvent, "approvalId">, publicUrl: URL): string =>
  approvalId === undefined ? publicUrl.href : new URL(`approvals/${encodeURIComponent(approvalId)}`, publicUrl).href
