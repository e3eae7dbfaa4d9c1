import type { Page, PageQuery } from "../api/Page.ts"
import type { CallInDoubt, RecordHead, RecordLine, RecordQuery, Verification } from "../api/record.ts"
import type { Connection } from "../connection/Connection.ts"
import type { RequestOptions } from "../connection/Operation.ts"
import { readPages } from "../readPages.ts"

/** The record of a gate. */
export interface RecordRequests {
  /** Returns a page of records. It may hold fewer than asked for, even none, and still have `next`. */
  readonly list: (query?: RecordQuery, options?: RequestOptions) => Promise<Page<RecordLine>>
  /** Returns the records of all pages. A page is read when it is needed. */
  readonly listAll: (query?: RecordQuery, options?: RequestOptions) => AsyncIterable<RecordLine>
  /** Returns a page of the calls whose outcome is missing or unknown. */
  readonly listInDoubt: (query?: PageQuery, options?: RequestOptions) => Promise<Page<CallInDoubt>>
  /** Begins to verify the whole record. With heads of an earlier verification, it notices if later records are missing. */
  readonly verify: (
    verification?: { readonly heads?: ReadonlyArray<RecordHead> },
    options?: RequestOptions
  ) => Promise<Verification>
  readonly findVerification: (id: string, options?: RequestOptions) => Promise<Verification>
}

/** Makes the requests about the record. */
export const makeRecordRequests = ({ send }: Connection): RecordRequests => {
  const list: RecordRequests["list"] = (query, options) => send("GET /v1/record", { query }, options)
  return {
    list,
    listAll: (query, options) => readPages((page) => list({ ...query, ...page }, options)),
    listInDoubt: (query, options) => send("GET /v1/record/pending", { query }, options),
    verify: (body = {}, options) => send("POST /v1/record/verify", { body }, options),
    findVerification: (verification, options) =>
      send("GET /v1/record/verifications/{verification}", { params: { verification } }, options)
  }
}
