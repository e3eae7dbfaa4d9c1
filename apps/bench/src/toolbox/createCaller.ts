import type { FairSlots, Tool, ToolContext } from "@toolgate/core"
import type { Case, Family } from "../Case.ts"
import type { Measured } from "../Measured.ts"

/** A tool, and a library or loop that does the same in this thread. */
export interface Pair {
  readonly cases: readonly [tool: Case, peer: Case]
}

/** Returns the two cases of a tool. `peer` names the alternative. */
export const createPair = (name: string, tool: () => Promise<unknown>, peer: string, same: () => unknown): Pair => ({
  cases: [
    { name, run: times(tool), rounds: 30 },
    { name: `${name}, ${peer}`, run: times(same), rounds: 30 }
  ]
})

/** Returns the cases of pairs, and two figures per pair, the second with its ratio to the first. */
export const createPairs = (all: ReadonlyArray<Pair>): Pick<Family, "cases" | "figures"> => ({
  cases: all.flatMap(({ cases }) => cases),
  figures: (measured: Measured) =>
    all.flatMap(({ cases: [tool, peer] }) => [measured.figure(peer.name), measured.figure(tool.name, peer.name)])
})

/** Returns a function that calls a tool as its sandbox does, without a gate. */
export const createCaller =
  ({ name, implementations: [implementation] }: Tool, args: object) =>
  async (): Promise<unknown> => {
    if (implementation?.kind !== "function") throw new Error(`The tool "${name}" is no function.`)
    return await implementation.make().execute(args, context)
  }

const context = {
  signal: new AbortController().signal,
  emit: () => {},
  // A single call never waits for its worker.
  takeSlot: async (slots: FairSlots) => {
    const waiter = { served: () => {}, tooLate: () => {} }
    const ticket = slots.enter({ agent: "bench", session: "bench" }, waiter, Number.POSITIVE_INFINITY)
    return () => ticket.leave()
  }
} as unknown as ToolContext

const times = (work: () => unknown) => async (count: number) => {
  for (let time = 0; time < count; time++) if ((await work()) === undefined) throw new Error("A case returned nothing.")
}
