import { findPostgresProgram, startPostgresServer } from "@toolgate/testing"
import type { Family } from "../Case.ts"
import { decide, openAsking } from "./openAsking.ts"

/** Measures calls that a client approves, both waiting and deferred. */
export const measureAnswers = async (): Promise<Family> => {
  const kinds: Array<readonly [string, Parameters<typeof openAsking>[0]]> = [
    ["In memory", "memory"],
    ["SQLite", "file"]
  ]
  if (findPostgresProgram("initdb") !== undefined)
    kinds.push(["PostgreSQL", { place: await (await startPostgresServer()).database() }])
  const opened = await Promise.all(kinds.map(async ([kind, at]) => ({ kind, ...(await openAsking(at)) })))
  const gates = opened.map(({ kind, gate, call, defer, close }) => {
    const questions = gate.approvals[Symbol.asyncIterator]()
    const waiting = async () => {
      const answer = gate.dispatch(call())
      const { value } = await questions.next()
      await decide(gate, value.id, "approve")
      return (await answer).executed
    }
    const deferred = async () => {
      const id = await defer()
      await decide(gate, id, "approve")
      return (await gate.resume(id)).executed
    }
    const repeated = (run: () => Promise<string>) => async (times: number) => {
      for (let n = 0; n < times; n++) if ((await run()) !== "yes") throw new Error("A call did not run.")
    }
    return {
      names: { waiting: `${kind}: a call that waits, approved`, deferred: `${kind}: deferred, approved and resumed` },
      run: { waiting: repeated(waiting), deferred: repeated(deferred) },
      close
    }
  })
  return {
    name: "approvals.answers",
    title: "Calls that a client approves, one after the other",
    cases: gates.flatMap(({ names, run }) => [
      { name: names.waiting, run: run.waiting },
      { name: names.deferred, run: run.deferred }
    ]),
    figures: (measured) =>
      gates.flatMap(({ names }) => [measured.figure(names.waiting), measured.figure(names.deferred, names.waiting)]),
    notes: () => [
      "A call that waits is asked, decided and run: three commits and its outcome. A deferred one has the same commits, and is resolved and judged twice.",
      ...(gates.length === 2 ? ["PostgreSQL is not installed here."] : [])
    ],
    close: async () => {
      for (const { close } of gates) await close()
    }
  }
}
