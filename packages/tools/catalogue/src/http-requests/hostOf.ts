import type { HostDeclaration } from "@toolgate/core"
import { canonicalizeHostname } from "@toolgate/core/access"

/** Returns the declaration of the host of a URL, which every call of a tool reaches. */
export const hostOf = (url: URL): HostDeclaration => ({
  kind: "host",
  host: canonicalizeHostname(url.hostname) ?? url.hostname,
  port: portOf(url)
})

/** The port that a URL of HTTP connects to. */
export const portOf = ({ port, protocol }: URL): number =>
  port === "" ? (protocol === "https:" ? 443 : 80) : Number(port)
