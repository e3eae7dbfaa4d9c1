/** The options of the web tools. */
export interface WebOptions {
  /**
   * The hosts whose addresses may be private, each as `host:port` or a pattern of a policy. A policy still has to allow the call: it
   * judges names, and does not know addresses. By default, only public addresses are reached.
   */
  readonly private?: ReadonlyArray<string>
  /** The page that answers searches, in the form of DuckDuckGo's page without scripts. It may be at a private address. */
  readonly search?: string
  /** The languages of Wikipedia that are offered. The host of each is a host of every call. By default, "en" alone. */
  readonly languages?: ReadonlyArray<string>
}
