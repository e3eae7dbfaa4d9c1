import { runScript } from "@toolgate/chain"
import { decide, openAsking } from "../approvals/openAsking.ts"
import { assertAllRight } from "../assertAllRight.ts"
import type { Case, Family } from "../Case.ts"
import { echo, text } from "../echo.ts"

const before = 20
const looking = `for (let call = 0; call < ${before}; call++) await tools.echo({ text: "${text}" })`
const asking = `${looking}\nreturn (await tools.note({ text: "${text}" })).text`

const names = {
  looks: `a script of ${before} calls`,
  recorded: `a script of ${before} calls with \`defer\`, each of them on record`,
  waited: `a script of ${before} calls and a question, which waits for the answer`,
  resumed: `a script of ${before} calls and a question, suspended and resumed`
}

const kinds = ["memory", "file"] as const
const titles = { memory: "In memory", file: "SQLite" }

/** Measures a script that is suspended and resumed, compared with one that waits, and the record of its calls. */
export const measureResumed = async (): Promise<Family> => {
  const tools = [{ ...echo("echo", "async"), callers: ["direct", "chain"] as const }, runScript()]
  const opened = await Promise.all(kinds.map(async (at) => ({ at, ...(await openAsking(at, tools)) })))
  const gates = opened.map(({ at, gate, close }) => {
    const questions = gate.approvals[Symbol.asyncIterator]()
    let serial = 0
    const run = (code: string, defer: boolean) =>
      gate.dispatch({ id: `script_${++serial}`, tool: "run_script", args: { code } }, { defer })
    const waited = async () => {
      const answer = run(asking, false)
      const { value } = await questions.next()
      await decide(gate, value.id, "approve")
      return answer
    }
    const suspended = async () => {
      const approval = (await run(asking, true)).pending?.approvalId ?? ""
      await decide(gate, approval, "approve")
      return gate.resume(approval)
    }
    const caseOf = (name: keyof typeof names, make: () => ReturnType<typeof run>): Case => ({
      name: `${titles[at]}: ${names[name]}`,
      run: async (times) => {
        for (let time = 0; time < times; time++) assertAllRight((await make()).success ? 1 : 0, 1)
      }
    })
    return {
      close,
      cases: {
        looks: caseOf("looks", () => run(looking, false)),
        recorded: caseOf("recorded", () => run(looking, true)),
        waited: caseOf("waited", waited),
        resumed: caseOf("resumed", suspended)
      }
    }
  })
  return {
    name: "chain.resumed",
    title: "Scripts that are suspended and resumed",
    cases: gates.flatMap(({ cases }) => Object.values(cases)),
    figures: (measured) =>
      gates.flatMap(({ cases: { looks, recorded, waited, resumed: measureResumed } }) => [
        measured.figure(looks.name),
        measured.figure(recorded.name, looks.name),
        measured.figure(waited.name),
        measured.figure(measureResumed.name, waited.name)
      ]),
    close: async () => {
      for (const { close } of gates) await close()
    }
  }
}
