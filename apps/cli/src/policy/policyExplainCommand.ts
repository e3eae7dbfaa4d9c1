import { makeApprovalCard } from "@toolgate/approval"
import { ToolRegistry } from "@toolgate/core"
import { isFaulty } from "@toolgate/policy-files"
import {
  buildExplanationJson,
  explainAnswer,
  explainUnavailable,
  formatExplanation,
  makeQuestion
} from "@toolgate/policy-files/explanation"
import { ConfigurationMask, maskTool } from "@toolgate/redaction"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { args, convertWordsToJson } from "../call/argumentWords.ts"
import { formatCallExamples } from "../call/formatCallExamples.ts"
import { type CatalogueFlags, catalogueFlags } from "../catalogue/catalogueFlags.ts"
import { asker, type CallerFlags, readCaller } from "../flags/asker.ts"
import { json } from "../flags/globalFlags.ts"
import { readStandardInput } from "../input/readStandardInput.ts"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { chooseNamedTools } from "../toolbox/toolboxChoice.ts"
import { type ToolboxSettingsFlag, toolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { toolFiles } from "../tools/toolFiles.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { noProjectPolicy } from "./findAppliedPolicy.ts"
import * as PolicyPorts from "./policyPorts.ts"
import { openNarrowedDryRun, policy, workspace } from "./policySources.ts"

const tool = Argument.String("TOOL").pipe(Argument.withDescription("The tool's name, as in: read_file"))

/**
 * The command `toolgate policy explain`, which says why a call is allowed, asked about or denied, and what would change
 * that.
 */
export const policyExplainCommand = Command.make("explain", {
  tool,
  args,
  policy,
  noProjectPolicy,
  workspace,
  tools: toolFiles,
  ...catalogueFlags,
  ...toolboxSettingsFlag,
  json,
  ...asker
}).pipe(
  Command.withDescription(
    [
      "Explain what the policy decides about a call: the decision, the resources of the call, the findings of every part of",
      "the policy with their places, and the changes that would lead to another decision. Nothing runs. All sandboxes",
      "count as installed; the explanation says what this machine lacks for the call.",
      "",
      "The suggested changes were tried on the policy. A change that is marked with * is not enough by itself.",
      "",
      "Exit status: 0 the call was judged, with any decision, 1 the call is invalid, 2 the command line or the policy",
      "is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Explain what a policy decides about a call"),
  Command.withExamples([
    {
      command: `toolgate policy explain shell '{"command":"git push"}' --policy toolgate.yaml`,
      description: "Explain a decision, and what would change it"
    },
    {
      command: `toolgate policy explain write_file '{"path":"a","content":""}' --role coder`,
      description: "Explain a decision of your own policy"
    }
  ]),
  Command.withHandler((given) => explainCall(given))
)

/** The values of the command's flags. */
type ExplainFlags = CallerFlags &
  CatalogueFlags &
  ToolboxSettingsFlag & {
    readonly tool: string
    readonly args: ReadonlyArray<string>
    readonly policy: ReadonlyArray<string>
    readonly noProjectPolicy: boolean
    readonly workspace: string
    readonly tools: ReadonlyArray<string>
    readonly json: boolean
  }

/** Prints why the policy decides about a call as it does. */
export const explainCall = (given: ExplainFlags) =>
  Effect.gen(function* () {
    const screen = yield* Screen
    const { signal, exitStatus } = yield* Stop
    const { dryRun, called } = yield* openNarrowedDryRun(given)
    const tool = (yield* ToolRegistry).list().find(({ name, aliases }) => [name, ...aliases].includes(given.tool))
    const words = yield* convertWordsToJson(given.args, tool)
    const text = words === "-" ? yield* readStandardInput(process.stdin, signal) : words
    if (text === undefined) return yield* new Unsuccessful({ exitStatus: exitStatus() })
    const answer = yield* dryRun.judge({ tool: given.tool, argsText: text, context: readCaller(given) }, "command line")
    const question = makeQuestion(answer)
    const card = question === undefined ? undefined : yield* makeApprovalCard(question)
    const explanation = explainAnswer(answer, called, card, yield* explainUnavailable(answer))
    const mask = new ConfigurationMask()
    if (tool !== undefined) maskTool(tool, mask)
    yield* screen.result(
      given.json
        ? formatJsonLine(mask.repeated(buildExplanationJson(explanation)))
        : mask.repeated(formatExplanation(explanation, screen.columns))
    )
    if (tool !== undefined && !given.json && isFaulty(answer) && answer.layer === "arguments")
      yield* screen.notice(`${formatCallExamples(tool, "toolgate policy explain")}\n`)
    if (isFaulty(answer)) return yield* new Unsuccessful({ exitStatus: 1 })
  }).pipe(Effect.provide(PolicyPorts.layer(given, chooseNamedTools([given.tool]))))
