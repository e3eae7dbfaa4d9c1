import { DryRun, isFaulty, runTests, type TestResult } from "@toolgate/policy-files"
import { buildTestsJson, explainUnavailable } from "@toolgate/policy-files/explanation"
import { validator } from "@toolgate/registry"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { catalogueFlags } from "../catalogue/catalogueFlags.ts"
import { json } from "../flags/globalFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { knowNamed } from "../toolbox/knowNamed.ts"
import { toolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { toolFiles } from "../tools/toolFiles.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import * as PolicyPorts from "./policyPorts.ts"
import { loadSources, readPolicyTexts, reportFaults, resolveWorkspace, workspace } from "./policySources.ts"

/** The argument that lists the files of a policy. */
export const files = Argument.String("FILE").pipe(
  Argument.withDescription("A policy file; repeat to narrow it: organisation, user, project"),
  Argument.atLeast(1)
)

/** The command `toolgate policy test`, which runs the tests of a policy. */
export const policyTestCommand = Command.make("test", {
  files,
  workspace,
  tools: toolFiles,
  ...catalogueFlags,
  ...toolboxSettingsFlag,
  json
}).pipe(
  Command.withDescription(
    [
      "Run the tests of a policy: the calls under `tests` in the last file. All files judge each call, and none is made.",
      "",
      "A test with an invalid call always fails, because every policy denies a misspelled tool.",
      "All sandboxes count as installed; a notice says which tests need something that this machine lacks.",
      "",
      "Exit status: 0 all tests passed, 1 a test failed, or there are none (a check that checks nothing should not pass),",
      "2 the command line or the policy is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Run the tests of a policy"),
  Command.withExamples([
    { command: "toolgate policy test toolgate.yaml", description: "Run the tests after a change" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const { configs, inForce, allowed, files: read } = yield* loadSources(given.files)
      yield* knowNamed(readPolicyTexts(given.files), configs, given)
      yield* reportFaults(configs)
      const dryRun = yield* DryRun.make({
        configs: inForce,
        allowed,
        files: read,
        workspace: yield* resolveWorkspace(given.workspace),
        validator: yield* validator
      })
      const results = yield* runTests(dryRun, configs.at(-1)?.tests ?? [])
      const failed = results.filter(({ passed }) => !passed)
      const lacks = yield* Effect.forEach(results, ({ answer }) => explainUnavailable(answer))
      yield* screen.result(given.json ? formatJsonLine(buildTestsJson(results, lacks)) : testsText(results))
      if (!given.json) yield* screen.notice(lacksText(lacks))
      if (results.length === 0)
        yield* screen.notice(
          `toolgate: The file "${given.files.at(-1)}" has no tests; add some under \`tests\`, as in { call: { tool: shell, args: { command: "rm -rf /" } }, expect: deny }.\n`
        )
      if (failed.length > 0 || results.length === 0) return yield* new Unsuccessful({ exitStatus: 1 })
    }).pipe(Effect.provide(PolicyPorts.layer(given)))
  )
)

/** Returns a line for each failed test, followed by the counts. */
const testsText = (results: ReadonlyArray<TestResult>): string => {
  const failed = results.filter(({ passed }) => !passed)
  const lines = failed.map((result) => `${result.test.source}: ${failureOf(result)}\n`)
  return `${lines.join("")}${results.length - failed.length} passed, ${failed.length} failed\n`
}

const failureOf = ({ test, answer, got }: TestResult): string => {
  if (isFaulty(answer)) return `cannot be judged: ${answer.refused.message}`
  const { layer, rule, source } = answer._tag === "Judged" ? answer.verdict.because : answer.because
  return `expected ${test.expect}, got ${got} for tool "${test.call.tool}", because of ${layer}: ${rule} (${source})`
}

type Lacks = ReadonlyArray<string | undefined>

/** Returns a line for each thing that this machine lacks, with the number of tests that it affects. */
const lacksText = (lacks: Lacks): string =>
  [...new Set(lacks)]
    .flatMap((lack) => {
      if (lack === undefined) return []
      const count = lacks.filter((one) => one === lack).length
      const tests = count === 1 ? "1 test is" : `${count} tests are`
      return [`toolgate: ${tests} about a call that this machine would refuse: ${lack}\n`]
    })
    .join("")
