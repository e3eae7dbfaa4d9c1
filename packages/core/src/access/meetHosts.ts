import type { HostAccess } from "../ExecutionGrant.ts"
import { matchesHost, parseHostPattern } from "./HostPattern.ts"

/**
 * Returns the hosts that both lists allow.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { meetHosts } from "@toolgate/core/access"
 *
 * const team = [{ host: "*.example.com", port: "any" }] as const
 * const project = [
 *   { host: "api.example.com", port: 443 },
 *   { host: "other.example", port: 443 }
 * ] as const
 * assert.deepEqual(meetHosts(team, project), [{ host: "api.example.com", port: 443 }])
 * ```
 */
export const meetHosts = (
  first: ReadonlyArray<HostAccess>,
  second: ReadonlyArray<HostAccess>
): ReadonlyArray<HostAccess> => first.flatMap((a) => second.flatMap((b) => meetHost(a, b)))

const meetHost = (a: HostAccess, b: HostAccess): ReadonlyArray<HostAccess> => {
  const port = a.port === "any" ? b.port : b.port === "any" || a.port === b.port ? a.port : undefined
  const host = includesHost(b.host, a.host) ? a.host : includesHost(a.host, b.host) ? b.host : undefined
  return port === undefined || host === undefined ? [] : [{ host, port }]
}

/**
 * Whether the outer pattern matches every host that the inner pattern matches.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { includesHost } from "@toolgate/core/access"
 *
 * assert.equal(includesHost("**.example.com", "*.example.com"), true)
 * assert.equal(includesHost("*.example.com", "**.example.com"), false)
 * ```
 */
export const includesHost = (outer: string, inner: string): boolean => {
  const [o, i] = [parseHostPattern(outer), parseHostPattern(inner)]
  if (typeof o === "string" || typeof i === "string") return false
  if (o.before === "any") return true
  if (i.before === "none") return matchesHost({ ...o, port: "any" }, i.fixed, "any")
  if (i.before === "any" || o.before === "none") return false
  // `**.h` includes `*.h` and `**.x.h`. Of the patterns for `h`, `*.h` includes only itself.
  if (i.fixed === o.fixed) return o.before === "some" || i.before === "one"
  return o.before === "some" && i.fixed.endsWith(`.${o.fixed}`)
}
