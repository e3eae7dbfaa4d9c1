import { type AuditSource, readAuditPage } from "@toolgate/audit"
import type { AuditRecord } from "@toolgate/wire"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ServedApi } from "../api/Api.ts"
import { CurrentToken } from "../api/Authorization.ts"
import { usualLimit } from "../api/paging.ts"
import { BadRequest, NotFound, Unavailable } from "../api/problems.ts"
import { CallsInDoubt } from "../record/CallsInDoubt.ts"
import { Verifications } from "../record/Verifications.ts"
import type { Sessions } from "../sessions/Sessions.ts"
import { pageAfter } from "./pageAfter.ts"

/** Answers the requests about the record. `source` is undefined if the gate has no record that can be read. */
export const recordHandlers = (source: AuditSource | undefined, sessions: Sessions) => {
  const reading = source && { source, doubts: new CallsInDoubt(source), verifications: new Verifications(source) }
  const readable = Effect.suspend(() => (reading === undefined ? Effect.fail(noRecord) : Effect.succeed(reading)))
  return HttpApiBuilder.group(ServedApi, "record", (group) =>
    group.handleAll({
      list: ({ query: { limit = usualLimit, order, since, until, ...filter } }) =>
        Effect.gen(function* () {
          const { source } = yield* readable
          const token = yield* CurrentToken
          if (!token.rights.has("read")) {
            if (filter.session === undefined) return yield* Effect.fail(noSession)
            yield* sessions.look(token, filter.session)
          }
          const times = { since: toDate(since), until: toDate(until) }
          const page = yield* Effect.tryPromise({
            try: () => readAuditPage(source, { ...filter, ...times, limit, newestFirst: order !== "oldest" }),
            catch: (cause) => (cause instanceof RangeError ? BadRequest.problem(cause.message, {}) : unreadable(cause))
          })
          const items = page.lines.map(({ segment, line, record }) => ({ segment, line, record: record ?? null }))
          return { items, ...(page.next === undefined ? {} : { next: page.next }) }
        }),
      inDoubt: ({ query: { limit = usualLimit, cursor } }) =>
        Effect.gen(function* () {
          const { doubts } = yield* readable
          const all = yield* Effect.tryPromise({ try: () => doubts.find(), catch: unreadable })
          const { page, next } = pageAfter(all, nameOf, cursor, limit)
          const items = page.map(({ segment, seq, state, hasEnded, record }) => ({
            segment,
            line: seq,
            state,
            ended: hasEnded,
            record: record as AuditRecord
          }))
          return { items, ...(next === undefined ? {} : { next }) }
        }),
      verify: ({ payload }) =>
        Effect.gen(function* () {
          const { verifications } = yield* readable
          const started = verifications.start(payload)
          return started ?? (yield* Effect.fail(Unavailable.problem("Other verifications have to end first.", {})))
        }),
      verification: ({ params }) =>
        Effect.gen(function* () {
          const { verifications } = yield* readable
          const found = verifications.find(params.verification)
          return found ?? (yield* Effect.fail(NotFound.problem("There is no such verification.", {})))
        })
    })
  )
}

const noRecord = NotFound.problem("This gate has no record that can be read.", {})
const noSession = BadRequest.problem('Name a session of your own, as in "?session=ID".', {})

const unreadable = (cause: unknown) =>
  Unavailable.problem(cause instanceof Error ? cause.message : "The record cannot be read.", {})

const toDate = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** Returns a key in the order of the segments and their lines. */
const nameOf = ({ segment, seq }: { readonly segment: string; readonly seq: number }): string =>
  `${segment}:${String(seq).padStart(15, "0")}`
