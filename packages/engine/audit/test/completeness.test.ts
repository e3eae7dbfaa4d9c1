import type { Ran, RunHandles, ToolExecution } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { folderSource, verifyAuditLog } from "../src/index.ts"
import { openGate } from "./openGate.ts"
import { bytesIn, openLog, recordsIn } from "./openLog.ts"
import { ran } from "./permits.ts"

const plan = fc.record({
  tool: fc.constantFrom("NONE", "READ", "WRITE", "EXECUTE", "NETWORK", "nowhere"),
  end: fc.constantFrom("succeeds", "fails", "throws", "is no result", "goes on", "calls another"),
  hook: fc.constantFrom("passes", "waits", "stops", "throws", "rewrites"),
  cut: fc.constantFrom("never", "at once", "later", "by the hook", "while resolving", "in the run", "too late"),
  door: fc.constantFrom("promise", "effect", "batch"),
  pause: fc.nat({ max: 12 })
})
type Plan = typeof plan extends fc.Arbitrary<infer A> ? A : never

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/**
 * Makes all calls at once, closes the gate after some turns of the event loop, and compares the log with the test's own
 * observations.
 */
const played = async (plans: ReadonlyArray<Plan>, needsFiber: boolean, closesAfter: number) => {
  const { folder, log, close } = await openLog({ segmentBytes: 3000 })
  const begun = new Map<string, boolean>()
  const answers: Array<ToolExecution> = []
  const planOf = (id: string): Plan => plans[Number.parseInt(id, 10)] as Plan
  const callOf = (id: string, tool: string) => ({ id, tool, args: { id } })
  const cut = (id: string, session: string, at: Plan["cut"]) => {
    if (planOf(id).cut === at) gate.engine.cancelCall(session, id)
  }
  const ends: Record<Plan["end"], (id: string, handles: RunHandles) => Promise<Ran> | Ran> = {
    succeeds: () => ran(),
    fails: () => ran({ output: { content: [], success: false, metadata: {} } }),
    throws: () => {
      throw new Error("broken")
    },
    "is no result": async () => ({ output: undefined }) as never,
    "goes on": async (id) => turns(planOf(id).pause).then(() => ran()),
    "calls another": async (id, handles) => {
      if (!id.includes(".")) answers.push(await handles.dispatch(callOf(`${id}.child`, "WRITE")))
      return ran()
    }
  }
  const gate = await openGate(log, {
    needsFiber,
    hooks: [
      {
        onToolCall: (call, { session }) => {
          const { hook } = planOf(call.id)
          cut(call.id, session, "by the hook")
          if (hook === "stops") return { stop: "No." }
          if (hook === "throws") throw new Error("broken")
          if (hook === "rewrites") return { tool: "EXECUTE" }
          return hook === "waits" ? turns(planOf(call.id).pause) : undefined
        }
      }
    ],
    resolving: ({ id }, { session }) => cut(String(id), session, "while resolving"),
    run: ({ callId: id, context: { session } }, handles) => {
      const isOnDisk = bytesIn(folder).includes(`"tool_call_id":"${id}"`)
      begun.set(id, isOnDisk)
      // A run ends only once: a run that was stopped does not fail as well.
      if (planOf(id).end !== "throws") cut(id, session, "in the run")
      return ends[planOf(id).end](id, handles)
    }
  })
  const made = plans.map(async ({ tool, cut, door, pause }, index) => {
    const call = callOf(String(index), tool)
    const context = { ...gate.context, deadline: cut === "too late" ? Date.now() + pause - 6 : undefined }
    const controller = new AbortController()
    if (cut === "at once") controller.abort()
    if (cut === "later") void turns(pause).then(() => controller.abort())
    const { signal } = controller
    if (door === "promise") return [await gate.engine.dispatchPromise(call, context, { signal })]
    if (door === "batch") return gate.engine.dispatchAllPromise([call], context, { signal })
    return [await Effect.runPromise(gate.engine.dispatch(call, context))]
  })
  await turns(closesAfter)
  await gate.close()
  for (const some of await Promise.all(made)) answers.push(...some)
  await close()
  const records = await recordsIn(folder)
  expect((await verifyAuditLog(folderSource(folder))).problems).toEqual([])
  for (const { callId, executed, error } of answers) {
    const said = records.flatMap((record) =>
      "tool_call_id" in record && record.tool_call_id === callId ? [record] : []
    )
    const [intent, outcome] = said
    const onRecord = { executed: outcome !== undefined && "executed" in outcome ? outcome.executed : "no" }
    const kinds = said.map(({ kind }) => kind).join()
    if (begun.has(callId)) expect(executed).toBe("yes")
    expect({ callId, ...onRecord }).toEqual({ callId, executed })
    if (kinds === "tool.call.denied") expect(intent).toMatchObject({ error: { why: error?.why } })
    else {
      expect(kinds).toBe(`tool.call.dispatched,tool.call.${error === undefined ? "completed" : "failed"}`)
      expect(outcome).toMatchObject({ intent: { seq: intent?.seq } })
      if (begun.has(callId)) expect(outcome).toMatchObject(error === undefined ? {} : { error: { why: error.why } })
      const changes = intent !== undefined && "side_effects" in intent && !/NONE|READ/.test(intent.side_effects)
      if (changes && begun.has(callId)) expect(begun.get(callId)).toBe(true)
    }
  }
}

it("records every call once with its answer, and before it begins if it has side effects", async () => {
  const plans = fc.array(plan, { minLength: 1, maxLength: 20 })
  await fc.assert(fc.asyncProperty(plans, fc.boolean(), fc.nat({ max: 40 }), played), runs(40))
})
