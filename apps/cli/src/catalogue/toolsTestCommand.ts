import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describeUnknownName, type RegisteredTool, ToolRegistry } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { partsOf } from "toolgate/effect"
import { makeTerminalAsk } from "../asking/makeTerminalAsk.ts"
import { noAsker } from "../flags/gateFlags.ts"
import { json } from "../flags/globalFlags.ts"
import { openGate } from "../openGate.ts"
import { policy } from "../policy/policyFlags.ts"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { escapeInvisible, formatJsonLine } from "../text/escapeForTerminal.ts"
import { chooseNamedTools } from "../toolbox/toolboxChoice.ts"
import { toolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { addBuiltins } from "../tools/addBuiltins.ts"
import { loadToolFiles, toolModules } from "../tools/toolFiles.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { sourceFlags } from "./catalogueFlags.ts"
import { type ExampleResult, runExample } from "./runExample.ts"

const names = Argument.String("NAME").pipe(
  Argument.withDescription("A tool, by its name or an alias; default: all that have examples"),
  Argument.variadic()
)

/** The command `toolgate tools test`, which makes the calls of the examples that tools carry. */
export const toolsTestCommand = Command.make("test", {
  names,
  tools: toolModules,
  ...sourceFlags,
  ...toolboxSettingsFlag,
  policy,
  json
}).pipe(
  Command.withDescription(
    [
      "Run the examples of tools: each call is made through the gate, in a temporary folder with the example's files, and its answer",
      "is compared with what the example expects.",
      "",
      "The policy decides as it does for every call: the files of --policy, or your own policy, or the built-in one, which asks before",
      "a tool changes or runs something. Questions are asked at this terminal. Without a terminal, such an example needs an answer, and",
      "does not pass: name a policy that allows the call.",
      "",
      "Exit status: 0 all examples passed, 1 one did not, a plugin could not be loaded, or there are no examples (a check that checks",
      "nothing should not pass), 2 the command line or a file is invalid, 129, 130 or 143 SIGHUP, Ctrl-C or SIGTERM ended it."
    ].join("\n  ")
  ),
  Command.withShortDescription("Run the examples of tools"),
  Command.withExamples([
    { command: "toolgate tools test --catalogue tools.yaml", description: "Run the examples of a catalogue" },
    {
      command: "toolgate tools test find_text --catalogue tools.yaml --policy test.yaml",
      description: "Run those of one tool, under a policy that allows its program"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const stop = yield* Stop
      const base = yield* Effect.acquireRelease(
        Effect.sync(() => realpathSync(mkdtempSync(join(tmpdir(), "toolgate-test-")))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
      )
      yield* stateIn(join(base, "state"))
      const tools = addBuiltins(yield* loadToolFiles(given.tools))
      const gate = yield* openGate(
        { ...noAsker, ...given, workspace: base, policy: given.policy, noProjectPolicy: true },
        { tools, toolbox: chooseNamedTools(given.names), ask: makeTerminalAsk(screen, stop, base) }
      )
      const chosen = yield* chosenTools(given.names, Context.get(partsOf(gate).services, ToolRegistry))
      const results: Array<ExampleResult> = []
      for (const { definition, examples } of chosen)
        for (const [index, example] of examples.entries()) {
          if (stop.signal.aborted) break
          const one = { tool: definition.name, at: index + 1, example }
          const options = { base, signal: stop.signal, hasPerson: process.stderr.isTTY === true }
          const result = yield* Effect.promise(() => runExample(gate, one, options))
          results.push(result)
          if (!given.json) yield* screen.result(resultText(result))
        }
      yield* screen.result(given.json ? formatJsonLine(resultsJson(results)) : summaryText(results))
      if (stop.signal.aborted) return yield* new Unsuccessful({ exitStatus: stop.exitStatus() })
      if (!given.json) yield* screen.notice(adviceText(results, chosen))
      if (
        gate.plugins.problems.length > 0 ||
        results.length === 0 ||
        results.some(({ outcome }) => outcome !== "passed")
      )
        return yield* new Unsuccessful({ exitStatus: 1 })
    }).pipe(Effect.scoped)
  )
)

/** Isolates the memory of tools in this folder until the scope closes, so that examples share no state. */
const stateIn = (folder: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { XDG_STATE_HOME: before } = process.env
      process.env.XDG_STATE_HOME = folder
      return before
    }),
    (before) =>
      Effect.sync(() => {
        if (before === undefined) delete process.env.XDG_STATE_HOME
        else process.env.XDG_STATE_HOME = before
      })
  )

/** Returns the tools with these names, or all with examples. */
const chosenTools = (
  names: ReadonlyArray<string>,
  { list, get }: ToolRegistry["Service"]
): Effect.Effect<ReadonlyArray<RegisteredTool>, WrongUse> => {
  const all = list().flatMap(({ name }) => get(name) ?? [])
  if (names.length === 0) return Effect.succeed(all.filter(({ examples }) => examples.length > 0))
  const unknown = names.find((name) => get(name) === undefined)
  if (unknown === undefined) return Effect.succeed([...new Set(names.flatMap((name) => get(name) ?? []))])
  const known = all.flatMap(({ definition }) => [definition.name, ...definition.aliases])
  const message = describeUnknownName("tool", unknown, known)
  return Effect.fail(
    new WrongUse({
      message: `There is an ${message}${message.endsWith("?") ? "" : "."} Name its file with "--catalogue".`
    })
  )
}

const resultText = ({ tool, at, example, outcome, problems }: ExampleResult): string => {
  const about = escapeInvisible(example.description?.replaceAll(/\s+/g, " ") ?? "")
  const name = `${tool} ${at}${about === "" ? "" : `: ${about}`}`
  if (outcome === "unanswered") return `? ${name}: needs an answer\n`
  return [`${outcome === "passed" ? "✓" : "✗"} ${name}`, ...problems.map((line) => `    ${line}`)]
    .join("\n")
    .concat("\n")
}

const countsOf = (results: ReadonlyArray<ExampleResult>) => {
  const count = (outcome: ExampleResult["outcome"]) => results.filter((one) => one.outcome === outcome).length
  return { passed: count("passed"), failed: count("failed"), unanswered: count("unanswered") }
}

const summaryText = (results: ReadonlyArray<ExampleResult>): string => {
  const { passed, failed, unanswered } = countsOf(results)
  const waiting = unanswered === 0 ? "" : `, ${unanswered} ${unanswered === 1 ? "needs" : "need"} an answer`
  return `${passed} passed, ${failed} failed${waiting}\n`
}

const adviceText = (results: ReadonlyArray<ExampleResult>, chosen: ReadonlyArray<RegisteredTool>): string => {
  if (results.some(({ outcome }) => outcome === "unanswered"))
    return 'toolgate: The policy asks before a call that needs an answer. Run the command at a terminal, or name a policy that allows the call with "--policy".\n'
  if (results.length > 0) return ""
  const [only] = chosen
  return only !== undefined
    ? `toolgate: The tool "${only.definition.name}" has no examples; add some under "examples", as in { args: { text: a }, expect: { text: b } }.\n`
    : 'toolgate: No tool has examples; name a catalogue with "--catalogue", or write a first one with "toolgate tools new".\n'
}

const resultsJson = (results: ReadonlyArray<ExampleResult>) => ({
  ...countsOf(results),
  examples: results.map(({ tool, at, example, outcome, problems }) => ({
    tool,
    example: at,
    description: example.description ?? null,
    outcome,
    problems
  }))
})
