import { Sandboxes, ToolRegistry } from "@toolgate/core"
import { type LintFinding, lintCommands, lintPolicy } from "@toolgate/policy-files"
import { buildLintJson, countFindings } from "@toolgate/policy-files/explanation"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { sourceFlags } from "../catalogue/catalogueFlags.ts"
import { json } from "../flags/globalFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { knowNamed } from "../toolbox/knowNamed.ts"
import { toolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { toolFiles } from "../tools/toolFiles.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import * as PolicyPorts from "./policyPorts.ts"
import { loadSources, readPolicyTexts } from "./policySources.ts"
import { files } from "./policyTestCommand.ts"

const strict = Flag.Boolean("strict").pipe(
  Flag.withoutNegation,
  Flag.withDescription("Make every warning an error"),
  Flag.withDefault(false)
)

/** The command `toolgate policy lint`, which finds probable mistakes in a policy. */
export const policyLintCommand = Command.make("lint", {
  files,
  strict,
  tools: toolFiles,
  ...sourceFlags,
  ...toolboxSettingsFlag,
  json
}).pipe(
  Command.withDescription(
    [
      "Find probable mistakes in a policy: rules that never match or add nothing, unknown tools, allow rules for programs",
      "that can do more than their names suggest, deny rules that are easily evaded, and more.",
      "",
      "An error keeps a gate from starting, a warning calls for a change, and a note is good to know. Uncertain findings are",
      "left out. The tools are the built-in ones and those of --tools.",
      "",
      "Exit status: 0 no findings, or only notes, 1 there are warnings, 2 there are errors, or the command line or the policy",
      "is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Find the mistakes in a policy"),
  Command.withExamples([
    { command: "toolgate policy lint toolgate.yaml", description: "Print one finding per line, with file:line:column" },
    {
      command: "toolgate policy lint team.yaml project.yaml",
      description: "Check two files, of which the second narrows the first"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const { configs, inForce } = yield* loadSources(given.files)
      yield* knowNamed(readPolicyTexts(given.files), configs, given)
      const { installed } = yield* Sandboxes
      const tools = (yield* ToolRegistry).list()
      const commands = yield* lintCommands(inForce, tools)
      const findings = lintPolicy(inForce, tools, { installed, commands, strict: given.strict })
      const counts = countFindings(findings)
      yield* screen.result(given.json ? formatJsonLine(buildLintJson(findings)) : lintText(findings, counts))
      if (findings.some(({ code }) => code === "unknown-tool") && given.tools.length === 0 && !given.json)
        yield* screen.notice(
          "toolgate: To check with the tools of your app, name the module that exports them with --tools.\n"
        )
      if (counts.errors > 0) return yield* new Unsuccessful({ exitStatus: 2 })
      if (counts.warnings > 0) return yield* new Unsuccessful({ exitStatus: 1 })
    }).pipe(Effect.provide(PolicyPorts.layer(given)))
  )
)

const lintText = (
  findings: ReadonlyArray<LintFinding>,
  { errors, warnings, notes }: ReturnType<typeof countFindings>
): string =>
  findings
    .map(({ source, level, message }) => `${source}: ${level}: ${message}\n`)
    .concat(`${errors === 0 ? "" : `${many(errors, "error")}, `}${many(warnings, "warning")}, ${many(notes, "note")}\n`)
    .join("")

const many = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`
