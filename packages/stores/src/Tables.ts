/**
 * The tables of a store, in both databases: texts and integers only. Times are milliseconds since the epoch. A text that comes
 * from outside is stored as JSON or as a digest, because PostgreSQL takes no NUL in a text, and neither database takes half of
 * a surrogate pair.
 */
export interface Tables {
  /** The counts of calls. A count of the minute has a row too, which whoever counts locks. */
  readonly toolgate_quotas: {
    /** The digest of the count's window, owner and tool. */
    readonly id: string
    readonly calls: number
  }
  /** The calls that count for a minute. */
  readonly toolgate_quota_calls: { readonly quota: string; readonly at: number }
}
