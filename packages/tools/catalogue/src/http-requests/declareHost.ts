import type { HostDeclaration } from "@toolgate/core"
import { canonicalizeHostname } from "@toolgate/core/access"

/** Declares the host of a URL, which every call of the tool reaches. */
export const declareHost = (url: URL): HostDeclaration => ({
  kind: "host",
  host: canonicalizeHostname(url.hostname) ?? url.hostname,
  port: getPort(url)
})

/** Returns the port of an HTTP URL. */
export const getPort = ({ port, protocol }: URL): number =>
  port === "" ? (protocol === "https:" ? 443 : 80) : Number(port)
