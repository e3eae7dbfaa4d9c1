import { fstatSync } from "node:fs"
import { addAbortSignal } from "node:stream"
import { ToolRegistry } from "@toolgate/core"
import { isFaulty } from "@toolgate/policy-files"
import { buildVerdictJson, explainUnavailable } from "@toolgate/policy-files/explanation"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { addUntaken } from "toolgate/config"
import { catalogueFlags } from "../catalogue/catalogueFlags.ts"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { type ToolboxHere, toolboxHere } from "../toolbox/toolboxEntries.ts"
import { toolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { findMeantTool, loadToolboxTools } from "../toolbox/toolboxTools.ts"
import { refuseTool } from "../tools/refuseTool.ts"
import { toolFiles } from "../tools/toolFiles.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import { noProjectPolicy } from "./findAppliedPolicy.ts"
import { type InputLine, readInputLines } from "./policyLines.ts"
import * as PolicyPorts from "./policyPorts.ts"
import { openDryRun, openNarrowedDryRun, policy, workspace } from "./policySources.ts"

/**
 * The command `toolgate policy check`, which reads one request per line from standard input and writes one verdict per line to standard
 * output.
 */
export const policyCheckCommand = Command.make("check", {
  files: Argument.String("FILE").pipe(
    Argument.withDescription("A policy file, as with --policy; repeat to narrow it"),
    Argument.atLeast(0)
  ),
  policy,
  noProjectPolicy,
  workspace,
  tools: toolFiles,
  ...catalogueFlags,
  ...toolboxSettingsFlag
}).pipe(
  Command.withDescription(
    [
      "Judge calls without making them: one JSON request per line from standard input, one verdict per line in the same order.",
      "",
      'A request: {"tool", "args", "context": {"agent", "role", "task", "session", "read_only", "no_web", "workspace"}},',
      'where only "tool" is needed. A tool that is not built in comes from --tools, or from "definition":',
      '{"side_effects", "resources", …}.',
      'A verdict: {"decision", "because": {"layer", "rule", "source"}, "sandbox", "why", "limits", "access", "unavailable",',
      '"error"}.',
      "",
      "Nothing runs, no person is asked, and no quota is used. Every line is answered immediately, even if it is invalid",
      'or empty. All sandboxes count as installed; "unavailable" says what this machine lacks for a call.',
      "",
      "Exit status: 0 every request was judged, 1 a request is invalid, 2 the command line or the policy is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Judge calls from standard input"),
  Command.withExamples([
    {
      command: `echo '{"tool":"read_file","args":{"path":".env"}}' | toolgate policy check toolgate.yaml`,
      description: "Print the verdict on one call"
    }
  ]),
  Command.withHandler((flags) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const stop = yield* Stop
      if (flags.files.length > 0 && flags.policy.length > 0)
        return yield* new WrongUse({ message: 'The policy is named twice; leave out "--policy" or the files.' })
      const given = { ...flags, policy: [...flags.policy, ...flags.files] }
      let { dryRun } = yield* openNarrowedDryRun(given)
      const registry = yield* ToolRegistry
      if (process.stdin.isTTY)
        yield* screen.notice("toolgate: Type a request as JSON on each line, and end with Ctrl-D on a new line.\n")
      const lines = readInputLines(yield* standardInput(stop.signal))
      const toolbox = yield* toolboxHere
      let faulty = false
      let readerGone = false
      // After the reader has gone, no more verdicts are needed.
      process.stdout.once("error", () => {
        readerGone = true
      })
      while (!readerGone) {
        const line = yield* nextLine(lines, stop.signal)
        if (line === undefined) break
        const source = `stdin:${line.number}`
        const further = "fault" in line ? [] : yield* loadToolboxTools(wantedBy(line.text, toolbox), given)
        if (further.some(({ name }) => !registry.has(name))) {
          yield* Effect.mapError(addUntaken(further), refuseTool)
          dryRun = (yield* openDryRun(given)).dryRun
        }
        const answer = "fault" in line ? dryRun.unreadable(line.fault, source) : yield* dryRun.check(line.text, source)
        faulty ||= isFaulty(answer)
        yield* screen.result(
          formatJsonLine(
            buildVerdictJson(answer, { line: line.number, unavailable: yield* explainUnavailable(answer) })
          )
        )
      }
      if (stop.signal.aborted) return yield* new Unsuccessful({ exitStatus: stop.exitStatus() })
      if (faulty) return yield* new Unsuccessful({ exitStatus: 1 })
    }).pipe(Effect.provide(PolicyPorts.layer(flags)))
  )
)

/**
 * Returns the toolbox tool that a request names or probably means. The toolbox is loaded only for such requests. A tool defined in the
 * request takes precedence.
 */
const wantedBy = (request: string, toolbox: ToolboxHere): ReadonlyArray<string> => {
  try {
    const { tool, definition } = JSON.parse(request) ?? {}
    const meant = typeof tool === "string" && definition === undefined ? findMeantTool(tool, toolbox) : undefined
    return meant === undefined ? [] : [meant]
  } catch {
    // The dry run reports the mistake in the request.
    return []
  }
}

const standardInput = (signal: AbortSignal) =>
  Effect.suspend(() =>
    // A folder would read as empty.
    fstatSync(process.stdin.fd).isDirectory() ? unreadable() : Effect.succeed(addAbortSignal(signal, process.stdin))
  )

/** Returns the next line. `undefined` at the end of input, or when the command must stop. */
const nextLine = (
  lines: AsyncGenerator<InputLine, void, void>,
  signal: AbortSignal
): Effect.Effect<InputLine | undefined, WrongUse> =>
  Effect.tryPromise({ try: () => lines.next(), catch: (cause) => cause }).pipe(
    Effect.map(({ value }) => value ?? undefined),
    Effect.catch((cause) => (signal.aborted ? Effect.undefined : unreadable(cause)))
  )

const unreadable = (cause?: unknown) =>
  Effect.fail(
    new WrongUse({ message: "Standard input cannot be read; give the requests from a file or a pipe.", cause })
  )
