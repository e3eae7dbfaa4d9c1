import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { runScript } from "@toolgate/chain"
import { createToolgate, defineTool, type Session, type ToolExecution } from "toolgate"
import { assertAllRight } from "../assertAllRight.ts"
import type { Case, Family } from "../Case.ts"
import { echo, echoParameters, text } from "../echo.ts"
import type { Figure } from "../Figure.ts"
import type { Measured } from "../Measured.ts"
import { once } from "../once.ts"
import { summarize } from "../statistics.ts"

/** The calls of a measured script. There are enough to make its start-up negligible. */
const counted = 500
const waiting = 50

const direct = "a direct call"
const start = "a script that calls nothing, warm"
const inTurn = `a script of ${counted} calls, one after the other`
const together = `a script of ${counted} calls at once`
const waitsInTurn = `a script: ${waiting} calls that wait 2 ms, one after the other`
const waitsTogether = `a script: ${waiting} calls that wait 2 ms, at once`
const waitsDirectly = `${waiting} direct calls that wait 2 ms, at once`

const inTurnCode = (tool: string, measureCalls: number) =>
  `for (let call = 0; call < ${measureCalls}; call++) await tools.${tool}({ text: "${text}" })\nreturn 1`
const togetherCode = (tool: string, measureCalls: number) =>
  `await Promise.all(Array.from({ length: ${measureCalls} }, () => tools.${tool}({ text: "${text}" })))\nreturn 1`

/** A batch is one script, because it makes many calls. */
const whole = { times: 1, rounds: 20 }

const callers = ["direct", "chain"] as const

const slow = defineTool({
  name: "slow",
  description: "Gives its text back after 2 ms.",
  parameters: echoParameters,
  sideEffects: "NONE",
  callers,
  execute: ({ text }) => setTimeout(2, text)
})

/** Measures a call in a script compared with a direct call, and the gain of concurrent calls. */
export const measureCalls = async (): Promise<Family> => {
  const workspace = mkdtempSync(join(tmpdir(), "toolgate-bench-"))
  const open = once(async () => {
    const tools = [{ ...echo("echo", "async"), callers }, slow, runScript({ policy: { maxToolCalls: counted } })]
    const gate = await createToolgate({ workspace, policy: "host", tools })
    return { gate, session: await gate.session({ id: "scripts" }) }
  })
  let id = 0
  const call = (tool: string, args: object) => ({ id: `${id++}`, tool, args })
  const caseOf = (
    name: string,
    make: (session: Session) => Promise<ReadonlyArray<ToolExecution>>,
    more: Partial<Case> = {}
  ): Case => ({
    name,
    run: async (times) => {
      const { session } = await open()
      for (let time = 0; time < times; time++) {
        const executions = await make(session)
        assertAllRight(executions.filter(({ success }) => success).length, executions.length)
      }
    },
    ...more
  })
  const script = (name: string, code: string, more?: Partial<Case>) =>
    caseOf(name, async (session) => [await session.dispatch(call("run_script", { code }))], more)
  return {
    name: "chain.calls",
    title: "The calls of a script",
    cases: [
      caseOf(direct, async (session) => [await session.dispatch(call("echo", { text }))]),
      script(start, "return 1"),
      script(inTurn, inTurnCode("echo", counted), whole),
      script(together, togetherCode("echo", counted), whole),
      script(waitsInTurn, inTurnCode("slow", waiting), whole),
      script(waitsTogether, togetherCode("slow", waiting), whole),
      caseOf(
        waitsDirectly,
        (session) => session.dispatchAll(Array.from({ length: waiting }, () => call("slow", { text }))),
        whole
      )
    ],
    figures: (measured) => [
      measured.figure(direct),
      measured.figure(start, direct),
      bridged(measured, "one of a script's calls, one after the other", inTurn),
      bridged(measured, "one of a script's calls at once", together),
      measured.figure(waitsInTurn),
      measured.figure(waitsTogether, waitsInTurn),
      measured.figure(waitsDirectly, waitsInTurn)
    ],
    close: async () => {
      await (await open()).gate.close()
      rmSync(workspace, { recursive: true, force: true })
    }
  }
}

/** Returns the figure of one call: its share of the script's time, without the start-up. */
const bridged = (measured: Measured, name: string, script: string): Figure => {
  const names = [script, start, direct]
  const cost = (whole = 0, empty = 0) => (whole - empty) / counted
  const [whole, empty, unit = 1] = measured.least(names)
  return {
    name,
    value: summarize(measured.perRound(names, cost)),
    unit: "ns",
    ratio: summarize(measured.perRound(names, (all, none, one = 1) => cost(all, none) / one)),
    ofLeast: cost(whole, empty) / unit,
    to: direct
  }
}
