import { quoted } from "@toolgate/core"
import { canonicalizeHostname, type HostPattern, matchesHost, parseHostPattern } from "@toolgate/core/access"

/** The hosts with allowed private addresses, as the app lists them: `host:port`, or a policy pattern. */
export class NamedHosts {
  private readonly patterns: ReadonlyArray<HostPattern>

  constructor(names: ReadonlyArray<string>) {
    this.patterns = names.map((name) => {
      const pattern = parseHostPattern(name)
      if (typeof pattern !== "string") return pattern
      throw new TypeError(`The option "private" has ${quoted(name, 200)}, which ${pattern}; write "host:port".`)
    })
  }

  /** Whether a URL's host is listed. */
  has(hostname: string, port: number): boolean {
    const host = canonicalizeHostname(hostname)
    return host !== undefined && this.patterns.some((pattern) => matchesHost(pattern, host, port))
  }
}
