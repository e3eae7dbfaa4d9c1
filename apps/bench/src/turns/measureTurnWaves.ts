import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { builtins, createToolgate, type Session, type ToolCall, type ToolExecution } from "toolgate"
import type { Family } from "../Case.ts"
import { echo } from "../echo.ts"
import { once } from "../once.ts"

const many = 1000
const places = Array.from({ length: many }, (_, place) => place)

const echoes = places.map((place): ToolCall => ({ id: `${place}`, tool: "echo", args: { text: `${place}` } }))
const reads = places.map(
  (place): ToolCall => ({ id: `${place}`, tool: "read_file", args: { path: `${place % 50}.txt` } })
)
/** Every second call takes the result of the one before. */
const taken = places.map(
  (place): ToolCall => ({
    id: `${place}`,
    tool: "echo",
    args: { text: place % 2 === 0 ? `${place}` : { $from: `${place - 1}` } }
  })
)

/** Measures a thousand calls of one turn: in waves, sequentially, and all at once. */
export const measureTurnWaves = async (): Promise<Family> => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-bench-"))
  for (let file = 0; file < 50; file++) writeFileSync(join(folder, `${file}.txt`), `text of ${file}`)
  const open = once(async () => {
    const tools = [{ ...echo("echo", "async"), callers: ["direct", "chain"] as const }, ...builtins()]
    const gate = await createToolgate({ workspace: folder, policy: "host", tools })
    return { gate, session: await gate.session({ id: "turns" }) }
  })
  const caseOf = (name: string, make: (session: Session) => Promise<ReadonlyArray<ToolExecution>>) => ({
    name,
    rounds: 20,
    run: async (times: number) => {
      const { session } = await open()
      for (let time = 0; time < times; time++)
        if (!(await make(session)).every(({ success }) => success)) throw new Error(`A call of "${name}" failed.`)
    }
  })
  const inWaves = (calls: ReadonlyArray<ToolCall>) => async (session: Session) =>
    (await session.dispatchTurn(calls, { mode: "parallel" })).executions
  const cases = [
    caseOf("1,000 calls at once", (session) => session.dispatchAll(echoes)),
    caseOf("1,000 calls in waves", inWaves(echoes)),
    caseOf(
      "1,000 calls, one after the other",
      async (session) => (await session.dispatchTurn(echoes, { mode: "sequential" })).executions
    ),
    caseOf("500 calls that take the results of 500", inWaves(taken)),
    caseOf("1,000 reads at once", (session) => session.dispatchAll(reads)),
    caseOf("1,000 reads in waves", inWaves(reads))
  ]
  return {
    name: "turn.waves",
    title: "A turn of a thousand calls",
    cases,
    figures: (measured) => [
      measured.figure("1,000 calls at once"),
      measured.figure("1,000 calls in waves", "1,000 calls at once"),
      measured.figure("1,000 calls, one after the other", "1,000 calls at once"),
      measured.figure("500 calls that take the results of 500", "1,000 calls at once"),
      measured.figure("1,000 reads at once"),
      measured.figure("1,000 reads in waves", "1,000 reads at once")
    ],
    close: async () => {
      await (await open()).gate.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
