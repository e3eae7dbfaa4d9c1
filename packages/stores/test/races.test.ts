import { chooseCount, makeNewApproval, makeNewChainRun } from "@toolgate/testing"
import { expect, it } from "vitest"
import { approved, claimed } from "./approvalChanges.ts"
import { type Gate, startGate } from "./gates.ts"
import { describeProcesses } from "./places.ts"

const rounds = chooseCount(15, 600)

/** Whether to try another round. Rounds that show that there is a race continue until it is lost. */
const goesOn = (isSafe: boolean, round: number, isLost: boolean) =>
  round < (isSafe ? rounds : 500) && (isSafe || !isLost)

describeProcesses("three processes in lock step", (newPlace) => {
  /** Decides and claims requests in each round. Returns how often each number of processes won. */
  const decide = async (gates: ReadonlyArray<Gate>, method: "change" | "changeNaively") => {
    const counts = { decided: [0, 0, 0, 0], claimed: [0, 0, 0, 0] }
    const wonTwice = () => [counts.decided, counts.claimed].some(([, , two = 0, three = 0]) => two + three > 0)
    for (let round = 0; goesOn(method === "change", round, wonTwice()); round++) {
      const asked = makeNewApproval({ waits: false })
      await gates[0]?.call("add", asked)
      for (const [kind, change] of [
        ["decided", approved],
        ["claimed", claimed]
      ] as const) {
        // In a different order in each round, so that each process comes first at times.
        const turned = gates.map((_, at) => gates[(at + round) % 3])
        const answers = await Promise.all(turned.map((gate) => gate?.call(method, asked.id, change)))
        const won = answers.filter((answer) => (answer as { readonly changed: boolean }).changed).length
        counts[kind][won] = (counts[kind][won] ?? 0) + 1
      }
    }
    return counts
  }

  const take = async (gates: ReadonlyArray<Gate>, method: "take" | "takeNaively") => {
    const counts = [0, 0, 0, 0]
    for (let round = 0; goesOn(method === "take", round, (counts[2] ?? 0) + (counts[3] ?? 0) > 0); round++) {
      const approval = `${method} ${round}`
      const run = makeNewChainRun(approval)
      await gates[0]?.call("begin", run)
      await gates[0]?.call("suspend", run.id, { approvals: [approval], expiresAt: Date.now() + 600_000 })
      const turned = gates.map((_, at) => gates[(at + round) % 3])
      const answers = await Promise.all(turned.map((gate) => gate?.call(method, approval)))
      const won = answers.filter((answer) => answer !== "held").length
      counts[won] = (counts[won] ?? 0) + 1
    }
    return counts
  }

  it("each decide, claim and take, and exactly one succeeds, unlike code that looks first", async () => {
    const place = await newPlace()
    const gates = await Promise.all([1, 2, 3].map(() => startGate(place)))
    expect(await decide(gates, "change")).toEqual({ decided: [0, rounds, 0, 0], claimed: [0, rounds, 0, 0] })
    const { decided, claimed } = await decide(gates, "changeNaively")
    expect([...decided.slice(2), ...claimed.slice(2)]).not.toEqual([0, 0, 0, 0])
    expect(await take(gates, "take")).toEqual([0, rounds, 0, 0])
    expect((await take(gates, "takeNaively")).slice(2)).not.toEqual([0, 0])
  })
})
