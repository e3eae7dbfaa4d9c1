import { makeApprovalCard } from "@toolgate/approval"
import { type ResolvedPath, Sandboxes, ToolRegistry } from "@toolgate/core"
import type { PolicyInvalid } from "@toolgate/policy"
import { DryRun, lintCommands, lintPolicy, runTests } from "@toolgate/policy-files"
import {
  buildExplanationJson,
  buildLintJson,
  buildTestsJson,
  buildVerdictJson,
  explainAnswer,
  explainUnavailable,
  makeQuestion
} from "@toolgate/policy-files/explanation"
import { ConfigurationMask, maskTool } from "@toolgate/redaction"
import { validator } from "@toolgate/registry"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { GatePolicy, PolicyDraft } from "toolgate/effect"
import type { Draft, JudgedCall, Linted, Tested } from "../api/policy.ts"
import { InvalidPolicy, NotFound } from "../api/problems.ts"

/** Looks at the policy of a gate, or at a draft of it. Nothing runs, and nothing comes into force. */
export class PolicyChecks {
  private readonly policy: GatePolicy["Service"]
  private readonly workspace: ResolvedPath

  constructor(policy: GatePolicy["Service"], workspace: ResolvedPath) {
    this.policy = policy
    this.workspace = workspace
  }

  /** Explains what the policy decides about a call. */
  explain(given: typeof JudgedCall.Type) {
    return this.provide(
      Effect.gen({ self: this }, function* () {
        const { answer, called } = yield* this.judged(given)
        const question = makeQuestion(answer)
        const card = question === undefined ? undefined : yield* makeApprovalCard(question)
        const explanation = explainAnswer(answer, called, card, yield* explainUnavailable(answer))
        return yield* masked(given.tool, buildExplanationJson(explanation))
      })
    )
  }

  /** Returns what the policy decides about a call. */
  judge(given: typeof JudgedCall.Type) {
    return this.provide(
      Effect.gen({ self: this }, function* () {
        const { answer } = yield* this.judged(given)
        return yield* masked(given.tool, buildVerdictJson(answer, { unavailable: yield* explainUnavailable(answer) }))
      })
    )
  }

  /** Finds probable mistakes. */
  lint(draft: typeof Draft.Type | undefined, strict = false) {
    return this.provide(
      Effect.gen({ self: this }, function* () {
        const { configs } = (yield* this.load(draft)).options
        const { installed } = yield* Sandboxes
        const tools = (yield* ToolRegistry).list()
        const commands = yield* lintCommands(configs, tools)
        return buildLintJson(lintPolicy(configs, tools, { installed, commands, strict })) satisfies typeof Linted.Type
      })
    )
  }

  /** Runs the tests of the narrowest file. */
  test(draft: typeof Draft.Type | undefined) {
    return this.provide(
      Effect.gen({ self: this }, function* () {
        const { dryRun, configs } = yield* this.open(draft)
        const results = yield* runTests(dryRun, configs.at(-1)?.tests ?? [])
        const lacks = yield* Effect.forEach(results, ({ answer }) => explainUnavailable(answer))
        return toJson(buildTestsJson(results, lacks)) as unknown as typeof Tested.Type
      })
    )
  }

  private judged({ draft, tool, args, argsText, onBehalfOf: _, ...context }: typeof JudgedCall.Type) {
    return Effect.gen({ self: this }, function* () {
      const { dryRun, called } = yield* this.open(draft)
      const call = { tool, context, ...(argsText === undefined ? { args: args ?? {} } : { argsText }) }
      return { answer: yield* dryRun.judge(call, "request"), called }
    })
  }

  private open(draft: typeof Draft.Type | undefined) {
    return Effect.gen({ self: this }, function* () {
      const { options, configs, files } = yield* this.load(draft)
      const { addLayers } = this.policy
      const dryRun = yield* Effect.mapError(
        DryRun.make({ ...options, addLayers, workspace: this.workspace, validator: yield* validator }),
        toProblem
      )
      const inForce = files.length > 0 ? files.join(", ") : "the built-in defaults"
      return { dryRun, configs, called: draft === undefined ? inForce : `a draft of ${draft.file ?? inForce}` }
    })
  }

  private load(draft: PolicyDraft | undefined) {
    const { loadDraft, inForce } = this.policy
    return draft === undefined ? Effect.sync(inForce) : Effect.mapError(loadDraft(draft), toProblem)
  }

  private provide<A, E, R>(use: Effect.Effect<A, E, R>) {
    return Effect.provide(use, this.policy.ports)
  }
}

/** Returns the checks of a gate, or a problem if the gate has no policy files. */
export const findPolicy = (
  policy: GatePolicy["Service"] | undefined
): Effect.Effect<GatePolicy["Service"], typeof NotFound.Type> =>
  policy === undefined ? Effect.fail(NotFound.problem("This gate has no policy files.", {})) : Effect.succeed(policy)

/** Describes the problems of a policy for clients. */
export const toProblem = ({ problems, more }: PolicyInvalid) =>
  InvalidPolicy.problem("The policy has problems, and was not used.", { problems, more })

/** Masks the secrets in the definition of a tool where JSON repeats them. */
const masked = (tool: string, json: unknown) =>
  Effect.map(ToolRegistry, ({ get }) => {
    const mask = new ConfigurationMask()
    const found = get(tool)
    if (found !== undefined) maskTool(found.definition, mask)
    return toJson(mask.repeated(json))
  })

/** Returns a value as JSON has it, without members that are undefined. */
const toJson = (value: unknown): Schema.Json => JSON.parse(JSON.stringify(value))
