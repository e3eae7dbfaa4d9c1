import { resolve } from "node:path"
import {
  type PermissionRequest,
  type ResolvedPath,
  type ToolDefinition,
  ToolRegistry,
  type Verdict
} from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { DefaultPolicy, type PolicyConfig, suggestRule } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import { listPolicyFiles } from "../config/listPolicyFiles.ts"
import { loadPolicy } from "../config/loadPolicy.ts"
import { resolveLinks } from "../config/resolveLinks.ts"
import * as DryRun from "../dryRun/DryRun.ts"
import { runTests } from "../dryRun/runTests.ts"
import type { Validator } from "../dryRun/Validator.ts"
import { lintPolicy } from "../lint/lintPolicy.ts"
import { addRuleToText } from "./addRuleToText.ts"
import type { WaitingRule } from "./ReviewFolder.ts"

/** The files of a policy to which rules may be added, from the widest to the narrowest, with their texts. */
export interface PolicyTexts {
  readonly paths: ReadonlyArray<string>
  readonly texts: ReadonlyMap<string, string>
}

/** A waiting rule, with its position in the policy or the reason why it was not added. */
export interface TriedRule {
  readonly waiting: WaitingRule
  /** The file that gets the rule, and the rule as the file writes it. Absent: the rule is not added, and `none` says why. */
  readonly added?: { readonly path: string; readonly rule: string }
  /** The end of a sentence that begins with "the call". */
  readonly none?: string
}

/** The policy with the waiting rules added. */
export interface TriedRules {
  readonly rules: ReadonlyArray<TriedRule>
  /** The texts of all files with the rules that were added. */
  readonly texts: ReadonlyMap<string, string>
  /** Sentences about new problems that the rules would cause. */
  readonly worse: ReadonlyArray<string>
}

/**
 * Tries waiting rules one after the other: judges the rule's call again, finds the file for the rule, and adds the
 * rule to the file's text. The result is then loaded as a policy. It must allow each of the calls, cause no new error
 * or warning of `lintPolicy`, and pass every test that passed before. Does not write files.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { tryRules } from "@toolgate/policy-files"
 * import { MapToolRegistry, validator } from "@toolgate/registry"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import { WorkspaceResources } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { builtins } from "toolgate"
 *
 * const { principal, session, workspace } = makePermissionRequest().context
 * const resources = [{ kind: "file", path: "/workspace/a", mode: "w" }] as const
 * const call = { tool: "write_file", resources, session, principal, workspace, why: "It writes.", question: "q1" }
 * const because = { layer: "confirmation", rule: "default WRITE: prompt", source: "built in" }
 * const suggested = {
 *   version: 1,
 *   rule: "write_file(/workspace/a)",
 *   ...call,
 *   because,
 *   first: 1,
 *   last: 1,
 *   times: 1
 * } as const
 * const files = { paths: ["/app/toolgate.yaml"], texts: new Map([["/app/toolgate.yaml", "version: 1\n"]]) }
 * const program = Effect.flatMap(validator, (one) => tryRules([{ id: "1", suggested }], files, one))
 * const ports = Layer.merge(MapToolRegistry.layer(builtins()), WorkspaceResources.layer)
 * const { rules, worse } = await Effect.runPromise(Effect.provide(program, ports))
 * assert.deepEqual([rules[0]?.added?.rule, worse], ["write_file(/workspace/a)", []])
 * ```
 */
export const tryRules = Effect.fnUntraced(function* (
  waiting: ReadonlyArray<WaitingRule>,
  { paths, texts: given }: PolicyTexts,
  validator: Validator
) {
  const tools = (yield* ToolRegistry).list()
  let texts = given
  let configs = yield* loadPolicy(paths, { texts })
  const files = listPolicyFiles(paths, configs)
  const before = yield* faultsOf({ configs, files, tools, validator })
  const rules: Array<TriedRule> = []
  for (const one of waiting) {
    const request = requestOf(one, tools)
    if (typeof request === "string") rules.push({ waiting: one, none: request })
    else {
      const { tried, text } = placed(one, request, { configs, files, tools, paths, texts })
      rules.push(tried)
      if (tried.added !== undefined && text !== undefined) {
        texts = new Map([...texts, [tried.added.path, text]])
        configs = yield* loadPolicy(paths, { texts })
      }
    }
  }
  const after = yield* faultsOf({ configs, files, tools, validator })
  const denied = rules.flatMap(({ waiting: one, added }) => {
    const request = requestOf(one, tools)
    if (added === undefined || typeof request === "string") return []
    const { decision } = judgeOf({ configs, files, tools }, request)
    return decision === "allow" ? [] : [`The rule ${JSON.stringify(added.rule)} does not allow its own call.`]
  })
  return { rules, texts, worse: [...denied, ...newIn(before, after)] } satisfies TriedRules
})

interface World {
  readonly configs: ReadonlyArray<PolicyConfig>
  readonly files: ReadonlyArray<string>
  readonly tools: ReadonlyArray<ToolDefinition>
}

const judgeOf = (world: World, request: PermissionRequest): Verdict =>
  DefaultPolicy.make(world, DryRun.everySandbox).judge(request)

/** Returns the call of a waiting rule, with the tool as it is now, or the reason why the call cannot be made. */
const requestOf = ({ suggested }: WaitingRule, tools: ReadonlyArray<ToolDefinition>): PermissionRequest | string => {
  const tool = tools.find(({ name, aliases }) => [name, ...aliases].includes(suggested.tool))
  if (tool === undefined)
    return `is of the tool ${JSON.stringify(suggested.tool)}, which is unknown here; pass its module with --tools`
  const { resources, session, principal, workspace } = suggested
  // Restores the types that the gate had before it wrote the file.
  return {
    callId: "review",
    idempotencyKey: undefined,
    tool,
    toolDigest: "",
    args: {},
    resources,
    context: { session, turn: "review", principal, workspace, caller: { kind: "direct" }, deadline: undefined }
  } as PermissionRequest
}

/** Returns the outcome for a rule, and the text of its file with the rule. */
const placed = (
  waiting: WaitingRule,
  request: PermissionRequest,
  { paths, texts, ...world }: World & PolicyTexts
): { readonly tried: TriedRule; readonly text?: string } => {
  const { configs } = world
  const none = (why: string) => ({ tried: { waiting, none: why } })
  const judge = (tried: ReadonlyArray<PolicyConfig>) => judgeOf({ ...world, configs: tried }, request)
  const found = suggestRule(request, { configs, judge })
  if ("none" in found) return none(found.none)
  // The file of the waiting rule may have been edited.
  if (found.rule !== waiting.suggested.rule) return none(`has the rule ${JSON.stringify(found.rule)}, and not this one`)
  const path = paths[found.at] ?? ""
  // A policy file in the call's own folder uses paths relative to the folder.
  const isOwn = isBeneath(resolveLinks(resolve(path)) ?? path, request.context.workspace)
  const own = isOwn ? suggestRule(request, { configs, judge, from: "workspace" }) : found
  const rule = "rule" in own && own.at === found.at ? own.rule : found.rule
  const text = addRuleToText(texts.get(path) ?? "", rule)
  return text === undefined
    ? none(`has a rule that cannot be added automatically to ${JSON.stringify(path)}; add it by hand: ${rule}`)
    : { tried: { waiting, added: { path, rule } }, text }
}

/** Returns the problems of a policy as sentences without positions: errors, warnings and failing tests. */
const faultsOf = Effect.fnUntraced(function* ({
  configs,
  files,
  tools,
  validator
}: World & { readonly validator: Validator }) {
  const found = lintPolicy(configs, tools).flatMap(({ level, message }) =>
    // Adding a line moves the positions of other entries.
    level === "note" ? [] : [`There is a new ${level}: ${message.replaceAll(/:\d+:\d+/g, "")}.`]
  )
  for (const [at, { name, tests }] of configs.entries()) {
    if (tests.length === 0) continue
    const workspace = process.cwd() as ResolvedPath
    const dryRun = yield* DryRun.make({ configs: configs.slice(0, at + 1), files, workspace, validator })
    for (const { test, passed } of yield* runTests(dryRun, tests))
      if (!passed)
        found.push(
          `A test of ${JSON.stringify(name)} fails, which expects "${test.expect}" of tool "${test.call.tool}" with ${JSON.stringify(test.call.args)}.`
        )
  }
  return found
})

/** Returns the texts that occur more often in the second list. */
const newIn = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<string> => {
  const left = [...before]
  return after.filter((one) => {
    const at = left.indexOf(one)
    if (at === -1) return true
    left.splice(at, 1)
    return false
  })
}
