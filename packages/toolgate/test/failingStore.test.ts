import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { StoredApprovals, sealOutcome } from "@toolgate/approval"
import { StoreUnavailable } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { Database, openStore, SqlApprovalStore, SqlAuditLog } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { expect, it, onTestFinished } from "vitest"
import { createToolgate, defineTool, type ToolExecution, type Toolgate } from "../src/index.ts"
import { newFolder } from "./places.ts"

/** The moments at which a use of the store fails: before it has changed anything, or after, as when a connection is lost at the commit. */
const moments = ["before", "after"] as const

const fault = () => new StoreUnavailable({ message: "The store fails on purpose.", cause: undefined })

/** Opens a database that fails at its use number `failing.at`. */
const failingDatabase = async (at: string) => {
  const runtime = ManagedRuntime.make(openStore(at))
  onTestFinished(() => runtime.dispose())
  const database = await runtime.runPromise(Database)
  const failing = { at: 0, moment: "before" as (typeof moments)[number], uses: 0 }
  const use = <A>(effect: Effect.Effect<A, StoreUnavailable>) =>
    Effect.suspend(() => {
      failing.uses++
      if (failing.uses !== failing.at) return effect
      return failing.moment === "before" ? Effect.fail(fault()) : Effect.andThen(effect, Effect.fail(fault()))
    })
  const wrapped: Database["Service"] = {
    ...database,
    read: (query) => use(database.read(query)),
    write: (change) => use(database.write(change))
  }
  return { database: Layer.succeed(Database, wrapped), failing }
}

/** Opens a gate over a database that fails, with a tool that counts how often it ran. */
const openGate = async (at: string) => {
  const key = new SecretKey(randomBytes(32))
  const { database, failing } = await failingDatabase(at)
  let ran = 0
  const send = defineTool({
    name: "send",
    description: "Sends something.",
    parameters: { type: "object" },
    sideEffects: "WRITE",
    execute: async () => `sent ${++ran}`
  })
  const sealAnswer = (id: string, answer: Parameters<typeof sealOutcome>[2]) => sealOutcome(key, id, answer)
  const gate = await createToolgate({
    workspace: newFolder(),
    policy: { files: [] },
    tools: [send],
    approvals: StoredApprovals.layer({ key }).pipe(Layer.provide(SqlApprovalStore.layer), Layer.provide(database)),
    audit: SqlAuditLog.layer({ key, sealAnswer }).pipe(Layer.provide(database))
  })
  onTestFinished(() => gate.close())
  return { gate, failing, ran: () => ran }
}

const call = { id: "1", tool: "send", args: {} }

/** Resumes a call. A record that could not be written is tried again after a while. */
const resume = async (gate: Toolgate, id: string): Promise<ToolExecution> => {
  for (;;) {
    const answer = await gate.resume(id)
    if (answer.error?.why !== "AuditUnavailable") return answer
    expect(answer.executed).toBe("no")
    await setTimeout(10)
  }
}

it.each(moments)(
  "a store that fails %s any one of its uses lets a call run at most once, and blocks no other",
  async (moment) => {
    const { gate, failing, ran } = await openGate(join(newFolder(), "store.sqlite"))
    const runs: Array<number> = []
    for (let step = 0; step === 0 || failing.uses >= step; step++) {
      const before = ran()
      Object.assign(failing, { uses: 0, at: step + 1, moment })
      const asked = await gate.dispatch(call, { defer: true })
      const answers = [asked]
      if (asked.pending !== undefined) {
        const { approvalId: id } = asked.pending
        for (const _ of ["first", "again"]) {
          await gate.approvals
            .decide(id, { decision: "approve" })
            .catch((error) => expect(error.message).toMatch(/fails/))
          answers.push(await resume(gate, id))
        }
      }
      runs.push(ran() - before)
      expect(answers.filter(({ executed }) => executed === "yes")).toHaveLength(ran() - before)
      for (const { executed, error } of answers) if (executed !== "yes") expect(error?.message).toMatch(/\.$/)
    }
    // Only a call without an approval request, or with an unknown claim, does not run when it is resumed again.
    expect(runs.length).toBeGreaterThan(10)
    expect([runs[0], Math.max(...runs)]).toEqual([0, 1])
    expect(runs.filter((times) => times === 0).length).toBeLessThanOrEqual(moment === "before" ? 1 : 2)
  }
)
