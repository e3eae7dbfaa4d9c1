/** The part of a list that a request asks for. */
export interface PageQuery {
  /** `next` of the page before. Default: the first page. */
  readonly cursor?: string
  /** The size of the page, at most 200. Default: 50. */
  readonly limit?: number
}

/** A page of a list. Without `next`, it is the last one. */
export interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly next?: string
}
