import type { FileResource, PermissionRequest, Resource, RuleRef, ToolDefinition, Verdict } from "@toolgate/core"
import type { PolicyConfig } from "../config/PolicyConfig.ts"
import { runsCommands } from "../declarations.ts"
import { resolveAccess } from "../grant/resolveAccess.ts"
import type { Finding, GrantCheck, PolicyPart } from "../PolicyPart.ts"
import type { Rules } from "../rules/rules.ts"
import { meetVerdicts } from "../verdict/meet.ts"
import { allow, ask, deny, noOpinion } from "../verdict/verdicts.ts"
import { ConfirmationModes, type Mode, runsCode } from "./confirmationModes.ts"

type Settings = Pick<PolicyConfig, "confirmation" | "permissions">

/**
 * Returns the part of a policy that asks a person to confirm calls. The mode of the tool, or of its class, decides
 * which calls need confirmation. In every mode, a person confirms calls of tools that are destructive, of high risk,
 * or of a permission type that requires approval. An allow rule in `answers` takes the place of the person, except for
 * a tool of CRITICAL risk. Without settings, only permission types ask.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { confirmation, defaultConfig, makePolicy } from "@toolgate/policy"
 * import { makePermissionRequest } from "@toolgate/testing"
 *
 * const { judge } = makePolicy([confirmation(defaultConfig)])
 * assert.equal(judge(makePermissionRequest({ tool: { sideEffects: "READ" } })).decision, "allow")
 * assert.equal(judge(makePermissionRequest({ tool: { sideEffects: "NETWORK" } })).decision, "ask")
 * ```
 */
export const confirmation = (
  config: Settings,
  answers?: Pick<Rules, "standing" | "answer" | "unanswered" | "redirection" | "explainAnswer">
): PolicyPart => {
  const modes = config.confirmation === undefined ? undefined : new ConfirmationModes(config.confirmation)
  return {
    name: "confirmation",
    of: (tool) => {
      const reasons = standingReasons(tool, config)
      const opinion = (mode: Mode | undefined) => opinionOf(tool, mode, reasons)
      const usual = opinion(modes?.of(tool))
      const answerable = answers !== undefined && tool.risk !== "CRITICAL"
      const isConstant = modes === undefined || modes.isConstant(tool)
      const redirects = modes !== undefined && runsCommands(tool)
      const standing = answerable ? answers.standing(tool) : "none"
      if (isConstant && !redirects && usual.decision !== "ask") return usual
      if (isConstant && !redirects && standing !== "depends") return standing === "none" ? usual : allow(standing)
      const hasMode = modes?.ofTool(tool) !== undefined
      // If the call has a single resource, the verdict is cached by the resource's kind, because the sentence depends
      // only on the kind. Commands are not cached: the sentence may quote a word of the command.
      const unansweredOne = new Map<Resource["kind"], Verdict>()
      const unanswered = (own: Verdict, request: PermissionRequest): Verdict => {
        const [only] = request.resources
        if (own !== usual || request.resources.length !== 1 || only === undefined || only.kind === "command")
          return withMissing(own, answers?.unanswered(request))
        let verdict = unansweredOne.get(only.kind)
        if (verdict === undefined) {
          verdict = withMissing(own, answers?.unanswered(request))
          unansweredOne.set(only.kind, verdict)
        }
        return verdict
      }
      return (request) => {
        const own = isConstant ? usual : opinion(modes?.of(tool, request))
        let verdict = own
        let isAnswered = false
        if (own.decision === "ask") {
          const because = answerable ? answers.answer(request) : undefined
          isAnswered = because !== undefined
          verdict = because === undefined ? unanswered(own, request) : allow(because)
        }
        if (!redirects || verdict.decision === "deny") return verdict
        // The tool's own mode also covers the redirections of a call, unless they are denied. An allow rule covers the
        // command alone, and not its redirections.
        const isWhole = !isAnswered && hasMode
        for (const file of request.resources) {
          if (file.kind !== "file") continue
          const answer = answerable ? answers.redirection(request, file) : undefined
          const redirected = redirection(file, modes, request, answer)
          if (redirected.decision === "deny" || !isWhole) verdict = meetVerdicts(verdict, redirected)
        }
        return verdict
      }
    },
    ofGrant: (tool) => (modes === undefined || !runsCode(tool) ? undefined : networkCheck(modes)),
    mayPermit: (tool, asker) => modes === undefined || !modes.deniesFrom(tool, asker),
    explain: (request) => {
      const { tool } = request
      const mode = modes?.of(tool, request)
      const isWhole = answers?.answer(request) === undefined && modes?.ofTool(tool) !== undefined
      const files = modes !== undefined && runsCommands(tool) ? request.resources.filter(isFile) : none
      const redirected = files.flatMap((file) =>
        modes === undefined ? [] : [redirectionFinding(file, modes, request)]
      )
      return [
        ...(mode === undefined ? [] : [modeFinding(tool, mode)]),
        ...standingReasons(tool, config),
        ...(answers?.explainAnswer(request) ?? []),
        ...redirected.filter(({ effect }) => effect === "deny" || !isWhole)
      ]
    }
  }
}

/**
 * Returns a check that denies code if the mode of NETWORK is `deny`, unless the grant denies the code network access.
 */
const networkCheck =
  (modes: ConfirmationModes): GrantCheck =>
  (request, { bounds }) => {
    const denied = modes.deniedNetwork(request.tool, request)
    if (denied === undefined) return []
    const { hosts } = resolveAccess(request, bounds)
    if (hosts !== "any" && hosts.length === 0 && bounds.confinement !== "waived") return []
    return [
      {
        because: denied.because,
        effect: "deny",
        said: `Tool "${request.tool.name}" runs code, which can reach the network, and the mode of the class NETWORK is deny.`,
        change: `Give the tool no network (net: [], and not unconfined), or its own mode (per_tool).`
      }
    ]
  }

/** Returns the verdict, with a sentence about the part of the call that no allow rule covers. */
const withMissing = (verdict: Verdict, missing: string | undefined): Verdict =>
  verdict.decision === "ask" && missing !== undefined
    ? { ...verdict, why: `${verdict.why} No allow rule matches ${missing}.` }
    : verdict

const none: ReadonlyArray<FileResource> = []

const isFile = (resource: Resource): resource is FileResource => resource.kind === "file"

const builtIn = (rule: string): RuleRef => ({ layer: "confirmation", rule, source: "built in" })

const destructive = builtIn("destructive")

const standingReasons = (tool: ToolDefinition, { confirmation, permissions }: Settings): ReadonlyArray<Finding> => {
  const reasons: Array<Finding> = []
  const asks = (because: RuleRef, said: string, change: string) =>
    reasons.push({ because, effect: "ask", said, change })
  const answerIt = "Add an allow rule that matches the call."
  if (confirmation !== undefined && tool.destructive) asks(destructive, `Tool "${tool.name}" is destructive.`, answerIt)
  if (confirmation !== undefined && (tool.risk === "HIGH" || tool.risk === "CRITICAL"))
    asks(
      builtIn(`risk ${tool.risk}`),
      `Tool "${tool.name}" is of ${tool.risk} risk.`,
      tool.risk === "HIGH" ? answerIt : "Only a person can approve a call of CRITICAL risk."
    )
  const permission = tool.permission === undefined ? undefined : permissions.get(tool.permission)
  if (permission?.requiresApproval === true)
    asks(
      { layer: "permissions", rule: `${tool.permission} requires_approval`, source: permission.source },
      `The permission "${tool.permission}" requires approval.`,
      answerIt
    )
  return reasons
}

const opinionOf = (tool: ToolDefinition, mode: Mode | undefined, standing: ReadonlyArray<Finding>): Verdict => {
  if (mode?.mode === "deny") return deny(mode.because, denied(tool, mode))
  const byMode =
    mode === undefined || mode.mode === "auto" ? undefined : ask(mode.because, asked(tool, mode), covers(mode))
  // With `prompt_once`, a person is asked once about the tool, and the question says that the tool is destructive. The
  // answer therefore covers the whole tool.
  const keeps = mode?.mode === "prompt_once" ? "tool" : "call"
  const asks = standing.map(({ because, said }) => ask(because, said, because === destructive ? keeps : "call"))
  const all = byMode === undefined ? asks : [byMode, ...asks]
  if (all.length > 0) return all.reduce<Verdict>((met, one) => meetVerdicts(met, one), noOpinion)
  return mode === undefined ? noOpinion : allow(mode.because)
}

const covers = ({ mode }: Mode) => (mode === "prompt_once" ? "tool" : "call")

const denied = (tool: ToolDefinition, { of }: Mode) =>
  of === undefined || of === tool.sideEffects
    ? `Tool "${tool.name}" is denied by the confirmation mode of the tool or of its class.`
    : `Tool "${tool.name}" is denied by the confirmation mode of the class ${of}, to which one of its effects belongs.`

const asked = ({ name, sideEffects }: ToolDefinition, { of }: Mode) =>
  of === undefined || of === sideEffects
    ? `A person has to confirm calls of tool "${name}", of the class ${sideEffects}.`
    : `A person has to confirm calls of tool "${name}", of the class ${sideEffects} with effects of the class ${of}.`

const modeFinding = (tool: ToolDefinition, given: Mode): Finding => {
  const { mode, because } = given
  if (mode === "auto") return { because, effect: "allow", said: `Tool "${tool.name}" needs no confirmation.` }
  return mode === "deny"
    ? { because, effect: "deny", said: denied(tool, given), change: "Set another confirmation mode." }
    : {
        because,
        effect: "ask",
        said: asked(tool, given),
        change: "Add an allow rule that matches the call, or set the mode auto."
      }
}

/** Returns the verdict on a file that a command reads or writes by redirection: the mode of READ or WRITE decides. */
const redirection = (
  file: FileResource,
  modes: ConfirmationModes,
  request: PermissionRequest,
  answer: RuleRef | undefined
): Verdict => {
  const { mode, because } = modeOfFile(file, modes, request)
  if (mode === "auto" || (mode !== "deny" && answer !== undefined)) return noOpinion
  return mode === "deny"
    ? deny(because, redirects(file, "is denied"))
    : ask(because, redirects(file, "must be confirmed"))
}

const redirectionFinding = (file: FileResource, modes: ConfirmationModes, request: PermissionRequest): Finding => {
  const { mode, because } = modeOfFile(file, modes, request)
  const said = `The command ${file.mode === "r" ? "reads" : "writes"} ${JSON.stringify(file.path)} by redirection: ${mode}.`
  return { because, effect: mode === "auto" ? "allow" : mode === "deny" ? "deny" : "ask", said }
}

const modeOfFile = (file: FileResource, modes: ConfirmationModes, { context }: PermissionRequest): Mode =>
  modes.ofClass(file.mode === "r" ? "READ" : "WRITE", { context, resources: [file] })

const redirects = ({ mode }: FileResource, what: string) =>
  `The command ${mode === "r" ? "reads" : "writes"} a file by redirection, which ${what}.`
