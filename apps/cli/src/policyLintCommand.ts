import { Sandboxes, ToolRegistry } from "@toolgate/core"
import { type LintFinding, lintPolicy } from "@toolgate/policy"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { json } from "./globalFlags.ts"
import * as PolicyPorts from "./policyPorts.ts"
import { loadSources } from "./policySources.ts"
import { files } from "./policyTestCommand.ts"
import { Screen } from "./Screen.ts"
import { jsonLine } from "./terminalText.ts"
import { Unsuccessful } from "./Unsuccessful.ts"

/** `toolgate policy lint`: what a policy says and probably does not mean. */
export const policyLintCommand = Command.make("lint", { files, json }).pipe(
  Command.withDescription(
    [
      "Find what is probably not meant in a policy: rules that can never match or add nothing, unknown tools, allow rules",
      "for programs that can do more than their names say, deny rules that are easily got around, and more.",
      "",
      "A warning is worth a change, a note is worth knowing. What is not certain is not said.",
      "",
      "Exit status: 0 there is nothing, or notes only, 1 there are warnings, 2 the command line or the policy cannot be followed."
    ].join("\n  ")
  ),
  Command.withShortDescription("Find the mistakes in a policy"),
  Command.withExamples([
    { command: "toolgate policy lint toolgate.yaml", description: "One finding a line, as file:line:column" },
    {
      command: "toolgate policy lint team.yaml project.yaml",
      description: "Both files, the second narrowing the first"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const { configs } = yield* loadSources(given.files)
      const { installed } = yield* Sandboxes
      const findings = lintPolicy(configs, (yield* ToolRegistry).list(), { installed })
      const warnings = findings.filter(({ level }) => level === "warning").length
      yield* screen.result(
        given.json ? jsonLine({ warnings, notes: findings.length - warnings, findings }) : lintText(findings, warnings)
      )
      if (warnings > 0) return yield* new Unsuccessful({ exitStatus: 1 })
    }).pipe(Effect.provide([PolicyPorts.layer, here]))
  )
)

const here = Sandboxes.layer([NodeHostSandbox.make]).pipe(Layer.provide(NodeFileSystems.layer))

const lintText = (findings: ReadonlyArray<LintFinding>, warnings: number): string =>
  findings
    .map(({ source, level, message }) => `${source}: ${level}: ${message}\n`)
    .concat(`${many(warnings, "warning")}, ${many(findings.length - warnings, "note")}\n`)
    .join("")

const many = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`
