import type { HostDeclaration } from "@toolgate/core"
import { canonicalHostname } from "@toolgate/core/access"
import { portOf } from "./client/redirectOf.ts"

/** Returns the declaration of the host of a URL, which every call of a tool reaches. */
export const hostOf = (url: URL): HostDeclaration => ({
  kind: "host",
  host: canonicalHostname(url.hostname) ?? url.hostname,
  port: portOf(url)
})
