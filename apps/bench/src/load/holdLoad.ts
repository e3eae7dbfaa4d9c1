import { setTimeout } from "node:timers/promises"
import { createClient } from "@toolgate/client"
import { Period } from "./Period.ts"
import type { ServerProcess } from "./ServerProcess.ts"

/** The number of parts into which a load is divided. */
export const parts = 10

/**
 * Makes one call a second with each agent of a server, whether or not the calls before have ended, for this time. Most calls
 * read a file; every twentieth asks a person, who denies it. Five listeners read all events. Returns what was seen in each
 * part. Throws if a call fails otherwise.
 */
export const holdLoad = async (server: ServerProcess, seconds: number): Promise<ReadonlyArray<Period>> => {
  const { url, agents, person } = server
  const decider = createClient({ url, token: person })
  const over = new AbortController()
  const listeners = Array.from({ length: 5 }, () => follow(decider.events({}, { signal: over.signal }), over.signal))
  const sessions = await Promise.all(agents.map((token) => createClient({ url, token }).sessions.open()))
  const periods = Array.from({ length: parts }, () => new Period())
  const begun = performance.now()
  const getPeriod = () =>
    periods[Math.min(parts - 1, Math.floor((parts * (performance.now() - begun)) / (1_000 * seconds)))] as Period
  const calls: Array<Promise<void>> = []

  const call = async (session: (typeof sessions)[number], serial: number) => {
    const before = performance.now()
    if (serial % 20 !== 0) {
      const { success } = await session.call({ tool: "read_file", args: { path: "a.txt" } })
      if (!success) throw new Error("A call failed.")
    } else {
      const args = { path: "b.txt", content: `call ${serial}` }
      const { pending } = await session.call({ tool: "write_file", args, mode: "defer" })
      if (pending === undefined) throw new Error("A call did not wait for a person.")
      await decider.approvals.decide(pending.approvalId, { decision: "deny", reason: "not now" })
    }
    getPeriod().latencies.push(performance.now() - before)
  }

  let serial = 0
  const act = async (session: (typeof sessions)[number], at: number) => {
    // The agents begin one after the other, so that the calls are spread over each second.
    for (let turn = 0; turn < seconds && !over.signal.aborted; turn++) {
      const due = begun + 1_000 * (turn + at / agents.length)
      await setTimeout(Math.max(0, due - performance.now()))
      const made = call(session, ++serial)
      made.catch(() => over.abort())
      calls.push(made)
    }
  }
  const sample = async () => {
    while (!over.signal.aborted) {
      const period = getPeriod()
      period.memory.push(server.readMemory())
      period.descriptors.push(server.countDescriptors())
      await setTimeout(500, undefined, { signal: over.signal }).catch(() => {})
    }
  }
  const sampling = sample()
  try {
    await Promise.all(sessions.map(act))
    await Promise.all(calls)
  } finally {
    over.abort()
    await Promise.all([sampling, ...listeners])
  }
  return periods
}

/** Reads events until the end of the load. */
const follow = async (events: Promise<AsyncIterable<unknown>>, signal: AbortSignal) => {
  try {
    for await (const _ of await events);
  } catch (cause) {
    if (!signal.aborted) throw cause
  }
}
