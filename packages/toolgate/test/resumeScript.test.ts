import { type ChainRun, ChainRuns, type ResolvedPath, type ToolExecution } from "@toolgate/core"
import { ToolDispatchEngine } from "@toolgate/dispatch"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { resumeScript } from "../src/resumeScript.ts"

const context = {
  session: "session",
  turn: "1",
  principal: { agent: "agent", ceiling: { tools: "any" } },
  workspace: "/" as ResolvedPath,
  caller: { kind: "direct" },
  deadline: undefined
} as const

const run: ChainRun = { id: "run", call: { id: "1", tool: "run_script", args: {} }, context, first: "", entries: [] }

/** Resumes a script over a store that returns its run when the test allows it. */
const resume = (deadline: number | undefined, signal?: AbortSignal) => {
  const found = Promise.withResolvers<ChainRun>()
  const givenBack: Array<string> = []
  const runs = {
    take: () => Effect.promise(() => found.promise),
    giveBack: (id: string) => Effect.sync(() => void givenBack.push(id))
  } as Partial<ChainRuns["Service"]> as ChainRuns["Service"]
  const engine: Partial<ToolDispatchEngine["Service"]> = {
    dispatchPromise: async ({ tool }, _, { refusal, extended } = {}) => {
      extended?.recordingFor({ callId: "1", context, deferral: {}, loggedArgs: [] }).resume()
      return { toolName: tool, error: refusal } as ToolExecution
    }
  }
  const services = Context.make(ToolDispatchEngine, engine as ToolDispatchEngine["Service"]).pipe(
    Context.add(ChainRuns, runs)
  )
  const call = { call: { id: "1.1", tool: "write", args: {} }, context, refusal: undefined }
  const answer = resumeScript(services, "approval", call, deadline, signal === undefined ? {} : { signal })
  return { answer, found, givenBack }
}

it.each(["its deadline passes", "it is cancelled"])(
  "does not wait for its run if %s, and returns the run once it is taken",
  async (why) => {
    const cancelling = new AbortController()
    const isCancelled = why === "it is cancelled"
    const { answer, found, givenBack } = resume(isCancelled ? undefined : Date.now(), cancelling.signal)
    if (isCancelled) cancelling.abort()
    const { toolName, error } = await answer
    expect([toolName, error?.why, givenBack]).toEqual(["write", isCancelled ? "Cancelled" : "TimedOut", []])
    found.resolve(run)
    await expect.poll(() => givenBack).toEqual(["run"])
  }
)

it.each([undefined, Date.now() + 2 ** 40])("continues with a run that comes in time", async (deadline) => {
  const { answer, found, givenBack } = resume(deadline, new AbortController().signal)
  // A timer that overflowed has fired by then.
  await new Promise((resolve) => setTimeout(resolve, 1))
  found.resolve(run)
  const { toolName, error } = await answer
  expect([toolName, error, givenBack]).toEqual(["run_script", undefined, []])
})
