import {
  type Ceiling,
  type DispatchContext,
  type JsonObject,
  type PermissionRequest,
  quoted,
  type Refused,
  type ResolvedPath,
  Resources,
  refused,
  sandboxNames,
  type ToolDefinition,
  ToolRegistry,
  type Verdict
} from "@toolgate/core"
import type { Installed, PolicyConfig } from "@toolgate/policy"
import { DefaultPolicy, deny, makeGrant, makePolicyInvalid, type PolicyInvalid, Quotas } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import { cacheDefinedTools } from "./cacheDefinedTools.ts"
import type { DryAnswer, DryStop } from "./DryAnswer.ts"
import type { DryCall } from "./DryCall.ts"
import { makeDryContext, resolveDryWorkspace } from "./makeDryContext.ts"
import { makeRequestReader } from "./makeRequestReader.ts"
import type { Validator } from "./Validator.ts"

export { resolveDryWorkspace } from "./makeDryContext.ts"

/** Judges calls without making them, by the same steps as the gate up to the verdict. */
export interface DryRun {
  /**
   * Reads a request (see `requestSchema`), which is a JSON object or its text, and judges the call. `source` names the
   * place of the request. Never fails.
   */
  readonly check: (request: JsonObject | string, source: string) => Effect.Effect<DryAnswer>
  /** Judges a call. `source` names the place of the call. Never fails. */
  readonly judge: (call: DryCall, source: string) => Effect.Effect<DryAnswer>
  /** Returns the answer for text that is not a request. `message` is a sentence. */
  readonly unreadable: (message: string, source: string) => DryStop
}

/** The options of `make`. */
export interface DryRunOptions extends Omit<DefaultPolicy.DefaultPolicyOptions, "tools"> {
  /** The workspace of calls that do not name one. */
  readonly workspace: ResolvedPath
  /** The tools that callers may use, for example under active skills. Default: all tools. */
  readonly allowed?: Ceiling["tools"]
  /** The code that checks tools and requests. */
  readonly validator: Validator
  /** Adds the layers that were added to a running policy. */
  readonly addLayers?: (policy: DefaultPolicy.LayeredPolicy) => void
}

/**
 * Every sandbox, as if installed and able to run every kind of implementation. A dry run does not depend on the
 * installed sandboxes.
 */
export const everySandbox: Installed = new Map(
  sandboxNames.map((name) => [name, new Set(["function", "command", "wasm", "script", "provider"] as const)])
)

/**
 * Makes a dry run with a gate's tools and its resolution of resources. A dry run never runs a tool, asks a person, or
 * counts against a quota. Fails with the problems that would keep the gate from starting.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { defaultConfig } from "@toolgate/policy"
 * import { DryRun } from "@toolgate/policy-files"
 * import { MapToolRegistry, validator } from "@toolgate/registry"
 * import { openWorkspace, WorkspaceResources } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { builtins } from "toolgate"
 *
 * const program = Effect.gen(function* () {
 *   const options = { configs: [defaultConfig], workspace: yield* openWorkspace("."), validator: yield* validator }
 *   const { check } = yield* DryRun.make(options)
 *   return yield* check({ tool: "read_file", args: { path: ".env" } }, "request")
 * })
 * const ports = Layer.merge(MapToolRegistry.layer(builtins()), WorkspaceResources.layer)
 * const answer = await Effect.runPromise(Effect.provide(program, ports))
 * assert.equal(answer._tag === "Judged" && answer.verdict.decision, "ask")
 * ```
 */
export const make = Effect.fnUntraced(function* (
  options: DryRunOptions
): Effect.fn.Return<DryRun, PolicyInvalid, ToolRegistry | Resources> {
  const registry = yield* ToolRegistry
  const resolver = yield* Resources
  const problems = DefaultPolicy.findProblems({ ...options, tools: registry.list() }, everySandbox)
  if (problems.length > 0) return yield* makePolicyInvalid(problems)
  const readRequest = makeRequestReader(options.validator)
  const visibility = options.validator.visibilityOf(registry)
  const lookup = (name: string, context: DispatchContext) => registry.lookup(name) ?? visibility.unknown(name, context)
  const quotas = new Quotas(options.configs.map((config) => config.quotas))
  const policyOf = (tools: ReadonlyArray<ToolDefinition>, configs: ReadonlyArray<PolicyConfig> = options.configs) => {
    const policy = DefaultPolicy.make({ ...options, configs, tools }, everySandbox)
    options.addLayers?.(policy)
    return policy
  }
  const known = { tools: registry.list(), policy: policyOf(registry.list()) }
  const defined = cacheDefinedTools(registry, options.validator, (tool) => {
    const tools = [...registry.list(), tool]
    const [problem] = DefaultPolicy.findProblems({ ...options, tools }, everySandbox)
    return problem ?? { tools, policy: policyOf(tools) }
  })

  const judged = (request: PermissionRequest, { tools, policy }: Known): DryAnswer => {
    const verdictOf = (judge: DefaultPolicy.LayeredPolicy, asked: PermissionRequest): Verdict => {
      const verdict = judge.judge(asked)
      const exceeded = verdict.decision === "deny" ? undefined : quotas.never(asked.tool)
      return exceeded === undefined ? verdict : deny(exceeded.because, exceeded.message)
    }
    const verdict = verdictOf(policy, request)
    return {
      _tag: "Judged",
      request,
      verdict,
      grant: verdict.decision === "deny" ? undefined : makeGrant(request, verdict),
      policy,
      tools,
      configs: options.configs,
      retry: ({ configs, context }) =>
        verdictOf(
          configs === undefined ? policy : policyOf(tools, configs),
          context === undefined ? request : { ...request, context: { ...request.context, ...context } }
        )
    }
  }

  const stepsOf = Effect.fnUntraced(function* (call: DryCall, source: string): Effect.fn.Return<DryAnswer, DryStop> {
    const stop = (layer: DryStop["layer"], rule: string, at = source) => Effect.mapError(toStop(layer, rule, at))
    const { workspace: folder } = call.context
    const workspace = folder === undefined ? options.workspace : resolveDryWorkspace(folder)
    if (typeof workspace !== "string")
      return yield* Effect.fail(toStop("request", "/context/workspace", source)(badWorkspace(folder, workspace.fault)))
    const context = makeDryContext(call.context, workspace, options.allowed)
    const given = call.definition
    const found = given === undefined ? undefined : yield* defined.of(call.tool, given, source)
    const registered =
      found?.tool ?? (yield* lookup(call.tool, context).pipe(stop("registry", `tool ${quoted(call.tool)}`)))
    const { definition: tool, digest: toolDigest } = registered
    const args = yield* registered.parse(call).pipe(stop("arguments", `schema of ${tool.name}`))
    const resources = yield* resolver.resolve(tool, args, context).pipe(stop("resources", `resources of ${tool.name}`))
    const request = { callId: "dry-run", idempotencyKey: undefined, tool, toolDigest, args, resources, context }
    return judged(request, found ?? known)
  })

  const judge: DryRun["judge"] = (call, source) =>
    Effect.catch(stepsOf(call, source), (stopped) => Effect.succeed<DryAnswer>(stopped))
  return {
    judge,
    check: (request, source) =>
      Effect.matchEffect(readRequest(request), {
        onSuccess: (call) => judge(call, source),
        onFailure: (error) => Effect.succeed<DryAnswer>(requestStop(error, source))
      }),
    unreadable: (message, source) => requestStop(refused("InvalidArgs", message), source)
  }
})

interface Known {
  readonly tools: ReadonlyArray<ToolDefinition>
  readonly policy: DefaultPolicy.LayeredPolicy
}

const toStop =
  (layer: DryStop["layer"], rule: string, source: string) =>
  (refusal: Refused): DryStop => ({ _tag: "Stopped", layer, because: { layer, rule, source }, refused: refusal })

/** Returns the stop for an invalid request, with the column of a syntax error or the JSON pointer of a violation. */
const requestStop = (error: Refused, source: string): DryStop => {
  const { column, violations } = error.details
  const [first] = Array.isArray(violations) ? violations : []
  const pointer = (first as { readonly pointer?: string } | undefined)?.pointer
  return toStop("request", pointer || "JSON", typeof column === "number" ? `${source}:${column}` : source)(error)
}

const badWorkspace = (folder: string | undefined, fault: string): Refused =>
  refused("InvalidArgs", `The workspace ${quoted(folder ?? "")} of the request ${fault}.`)
