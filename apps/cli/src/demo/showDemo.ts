import { readFileSync, writeFileSync } from "node:fs"
import { explainUnavailable, wrapText } from "@toolgate/policy-files/explanation"
import * as Effect from "effect/Effect"
import { noAsker } from "../flags/gateFlags.ts"
import { getProgramWords } from "../getProgramWords.ts"
import { explainCall } from "../policy/policyExplainCommand.ts"
import * as PolicyPorts from "../policy/policyPorts.ts"
import { openDryRun } from "../policy/policySources.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { makeDemoFolder } from "./DemoFolder.ts"
import { type DemoStage, makeDemoStage } from "./DemoStage.ts"
import { formatDemoPolicy } from "./formatDemoPolicy.ts"
import { listDemoSteps } from "./listDemoSteps.ts"
import { makeDemoCalls } from "./makeDemoCalls.ts"
import { showDemoRecord } from "./showDemoRecord.ts"

/** Shows the demo: the policy, the agent's calls, their record, and the explanation of a denied call. */
export const showDemo = Effect.fnUntraced(function* (yes: boolean) {
  const stage = yield* makeDemoStage(yes)
  const { record, hasGit } = yield* makeDemoFolder
  yield* stage.goOn(0)
  const unconfined = yield* writePolicy
  yield* stage.say(...introduction(stage))
  const lacks = [
    ...(unconfined === undefined ? [] : [`Commands are not confined here, and run as you. ${unconfined}`]),
    ...(hasGit
      ? []
      : ["Git cannot be used here: the commit and the push are left out, and the agent adds a file instead."]),
    ...(yes || stage.isWatched ? [] : ['The push will be denied: its approval needs a terminal, or "--yes".'])
  ]
  for (const lack of lacks) yield* stage.say({ text: "\n" }, ...paragraph(stage, lack, "yellow"))
  yield* stage.goOn(5)
  const isAsShown = yield* makeDemoCalls(stage, { steps: listDemoSteps(hasGit), record, yes })
  yield* showDemoRecord(stage, record)
  yield* stage.goOn(3)
  yield* stage.say(
    { text: `\nWhy was ".env" denied?\n`, style: "bold" },
    {
      text: `$ ${getProgramWords(process.env)} policy explain shell command='cat .env' --policy ${policyFile}\n\n`,
      style: "dim"
    }
  )
  yield* explainCall(explained)
  yield* stage.goOn(0)
  yield* stage.say({
    text: `\nThe demo is over, and its folder is deleted. Write a policy for your own folder with "${getProgramWords(process.env)} init".\n`,
    style: "bold"
  })
  if (!isAsShown) return yield* new Unsuccessful({ exitStatus: 1 })
})

const policyFile = "toolgate.yaml"

const explained = {
  ...noAsker,
  tool: "shell",
  args: ["command=cat .env"],
  policy: [policyFile],
  noProjectPolicy: false,
  workspace: ".",
  tools: [],
  json: false
}

/** Writes the policy. If this machine cannot confine commands, the policy waives confinement, and the reason is returned. */
const writePolicy = Effect.gen(function* () {
  writeFileSync(policyFile, formatDemoPolicy(true))
  const { dryRun } = yield* openDryRun(explained)
  const call = { tool: "shell", argsText: JSON.stringify({ command: "node cart.test.mjs" }), context: {} }
  const fault = yield* explainUnavailable(yield* dryRun.judge(call, "demo"))
  if (fault !== undefined) writeFileSync(policyFile, formatDemoPolicy(false))
  return fault
}).pipe(Effect.provide(PolicyPorts.layer(explained)))

const introduction = (stage: DemoStage) => {
  const lines = readFileSync(policyFile, "utf8").trimEnd().split("\n")
  return [
    ...paragraph(stage, "An agent works in a folder, and each of its calls passes the gate.", "bold"),
    ...paragraph(
      stage,
      `The agent is a script: no model, no API key, no network. Everything else is real.${stage.isWatched ? " Press any key to continue, Ctrl-C to stop." : ""}`
    ),
    { text: `\nThe policy, ${policyFile}:\n` },
    ...lines.map((line, at) => ({
      text: `${String(at + 1).padStart(4)}  ${cut(line, stage.columns - 6)}\n`,
      style: "dim" as const
    }))
  ]
}

const cut = (line: string, columns: number): string => (line.length > columns ? `${line.slice(0, columns - 1)}…` : line)

const paragraph = ({ columns }: DemoStage, text: string, style?: "bold" | "yellow") =>
  wrapText(text, "", "", columns).map((line) => ({ text: `${line}\n`, ...(style === undefined ? {} : { style }) }))
