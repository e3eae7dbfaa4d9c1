import type { ScriptAnswer, ScriptEnd, ScriptWorld } from "../../src/guest/GuestWorld.ts"
import { ScriptEngine } from "../../src/guest/script/ScriptEngine.ts"

/** A single engine for all tests, as in a guest's process. */
export const engine = await ScriptEngine.create()

export const world: ScriptWorld = {
  args: "{}",
  export: "default",
  settings: "{}",
  log: () => {},
  calls: undefined,
  memoryBytes: 64 * 1024 * 1024,
  outputBytes: 100_000,
  clock: "host",
  random: "host"
}

/** Runs JavaScript. */
export const run = (source: string, some: Partial<ScriptWorld> = {}): ScriptEnd =>
  engine.run(source, false, { ...world, ...some })

/** Runs TypeScript. */
export const runTypes = (source: string): ScriptEnd => engine.run(source, true, world)

/** Runs the body of an async function. */
export const runBody = (body: string, some: Partial<ScriptWorld> = {}): ScriptEnd =>
  run(`export default async (args, tools) => { ${body} }`, some)

/** Returns a script's result, or the way in which it ended. */
export const answerOf = (end: ScriptEnd): unknown => (end.kind === "value" ? end.json && JSON.parse(end.json) : end)

/** Makes tools that answer at once, in the order given. By default, that is the order of the calls. */
export const answering = (
  answer: (
    tool: string,
    args: unknown
  ) => { readonly value: string } | { readonly error: string; readonly members?: string },
  next: (waiting: ReadonlyArray<number>) => number = () => 0
) => {
  const sent: Array<readonly [string, unknown]> = []
  const waiting: Array<number> = []
  return {
    sent,
    send: (tool: string, args: string) => {
      waiting.push(sent.length)
      return sent.push([tool, JSON.parse(args)]) - 1
    },
    answer: (): ScriptAnswer => {
      const [call = -1] = waiting.splice(next(waiting), 1)
      const [tool, args] = sent[call] ?? ["", undefined]
      const answered = answer(tool, args)
      return "value" in answered ? { call, ...answered } : { members: "{}", call, ...answered }
    }
  }
}
