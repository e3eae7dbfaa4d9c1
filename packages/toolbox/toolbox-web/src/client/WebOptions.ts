/** The options of the web tools. */
export interface WebOptions {
  /**
   * The hosts with allowed private addresses, each as `host:port` or a policy pattern. The policy still has to allow
   * the call: it judges names, not addresses. Default: public addresses only.
   */
  readonly private?: ReadonlyArray<string>
  /** The search page, in the format of DuckDuckGo's page without scripts. Its address may be private. */
  readonly search?: string
  /** The languages of Wikipedia that are offered. Each call declares the hosts of all of them. Default: "en". */
  readonly languages?: ReadonlyArray<string>
}
