import type { FileResource, PermissionRequest, Resource, SideEffectClass, ToolDefinition } from "@toolgate/core"
import type { ConfirmationMode, ConfirmationSettings, PolicyConfig } from "@toolgate/policy"
import { type Decision, strictest } from "./decision.ts"
import { liesBeneath } from "./pathMatches.ts"
import { areAllowed, isAllowedWhole, isRead, isRedirectionAllowed, runsCommands } from "./rules.ts"
import type { Groups } from "./selects.ts"

type Known = ReadonlyArray<ToolDefinition>

/** Returns the decision by confirmation: what a person has to confirm, unless an allow rule answers. */
export const confirmationDecides = (
  config: PolicyConfig,
  groups: Groups,
  known: Known,
  request: PermissionRequest
): Decision => {
  const { confirmation: settings, permissions } = config
  const { tool, resources } = request
  const mode = settings === undefined ? "auto" : modeOfCall(settings, request)
  if (mode === "deny") return "deny"
  const asks =
    mode !== "auto" ||
    (settings !== undefined && (tool.destructive || tool.risk === "HIGH" || tool.risk === "CRITICAL")) ||
    (tool.permission !== undefined && permissions.get(tool.permission)?.requiresApproval === true)
  const answerable = asks && tool.risk !== "CRITICAL"
  const isWhole = isAllowedWhole(config, groups, tool)
  const answered = answerable && isRead(request) && (isWhole || areAllowed(config, groups, request))
  const call: Decision = asks && !answered ? "ask" : "allow"
  if (settings === undefined || !runsCommands(tool)) return call
  // A mode of the tool itself decides for everything that a call does, unless a rule answered for the call. It does not
  // allow a redirection that the mode of a class denies.
  const isDecided = toolMode(settings, tool) !== undefined && !answered
  const redirections = resources
    .filter((one) => one.kind === "file")
    .map((file) => redirectionDecides(config, settings, known, isWhole, file, request))
  return strictest([call, ...redirections.filter((one) => one === "deny" || !isDecided)])
}

/** Returns the decision about a redirection. Writing is a WRITE of the file, and reading a READ. */
const redirectionDecides = (
  config: PolicyConfig,
  settings: ConfirmationSettings,
  known: Known,
  isWhole: boolean,
  file: FileResource,
  { context }: PermissionRequest
): Decision => {
  const mode = modeOfClass(settings, file.mode === "r" ? "READ" : "WRITE", [file], context)
  if (mode === "auto" || mode === "deny") return mode === "auto" ? "allow" : "deny"
  return isWhole || isRedirectionAllowed(config, known, file, context.workspace) ? "allow" : "ask"
}

type Context = PermissionRequest["context"]

const modeOfCall = (
  settings: ConfirmationSettings,
  { tool, resources, context }: PermissionRequest
): ConfirmationMode => {
  const own = toolMode(settings, tool)
  const saysWhere = runsCode(tool) ? [] : resources
  return classesOf(tool)
    .map((each) =>
      own === undefined ? modeOfClass(settings, each, saysWhere, context) : inSession(settings, own, each, context)
    )
    .reduce(stricterMode)
}

/** Returns the class of a tool, and the classes that its effects imply. */
const classesOf = ({ sideEffects, effects }: ToolDefinition): ReadonlyArray<SideEffectClass> => [
  sideEffects,
  ...effects.map((effect): SideEffectClass => {
    if (effect === "read_only") return "NONE"
    if (effect === "network_access" || effect === "calls_llm") return "READ"
    return effect === "modifies_files" ? "WRITE" : "EXECUTE"
  })
]

const runsCode = (tool: ToolDefinition): boolean => classesOf(tool).includes("EXECUTE")

/**
 * Whether NETWORK is denied to a tool that runs code, by a session or, if the tool does not have its own mode, by the
 * class.
 */
export const isNetworkDenied = (
  { confirmation: settings }: PolicyConfig,
  { tool, context }: PermissionRequest
): boolean => {
  if (settings === undefined || !runsCode(tool)) return false
  if (toolMode(settings, tool) === undefined) return modeOfClass(settings, "NETWORK", [], context) === "deny"
  return settings.perSession.get(context.session)?.get("NETWORK")?.mode === "deny"
}

/** Returns the strictest mode under any of the tool's names. */
const toolMode = ({ perTool }: ConfirmationSettings, { name, aliases }: ToolDefinition): ConfirmationMode | undefined =>
  [name, ...aliases]
    .flatMap((one) => perTool.get(one)?.mode ?? [])
    .reduce<ConfirmationMode | undefined>(
      (met, mode) => (met === undefined ? mode : stricterMode(met, mode)),
      undefined
    )

const modeOfClass = (
  settings: ConfirmationSettings,
  sideEffects: SideEffectClass,
  resources: ReadonlyArray<Resource>,
  context: Context
): ConfirmationMode => {
  let mode = settings.default[sideEffects].mode
  if (mode !== "deny" && settings.trustedWorkspaces.some(({ path }) => liesBeneath(context.workspace, path))) {
    const instead = settings.trustedOverrides.get(sideEffects)?.mode
    const saysWhere = resources.some(({ kind }) => kind === "file")
    const lowers = sideEffects === "WRITE" && saysWhere && resources.every((one) => liesInside(one, context.workspace))
    // Trust lowers no denial, and only WRITE within the workspace: to the mode that is set for trusted workspaces, or
    // otherwise to auto.
    if (lowers) mode = instead ?? "auto"
    else if (instead !== undefined) mode = stricterMode(mode, instead)
  }
  return inSession(settings, mode, sideEffects, context)
}

const liesInside = (resource: Resource, workspace: string): boolean =>
  resource.kind === "file" ? liesBeneath(resource.path, workspace) : resource.kind === "host"

const inSession = (
  { perSession, sessionsMayLoosen }: ConfirmationSettings,
  mode: ConfirmationMode,
  sideEffects: SideEffectClass,
  { session }: Context
): ConfirmationMode => {
  const here = perSession.get(session)?.get(sideEffects)?.mode
  if (here === undefined) return mode
  return sessionsMayLoosen ? here : stricterMode(mode, here)
}

const stricterMode = (a: ConfirmationMode, b: ConfirmationMode): ConfirmationMode => {
  const order: ReadonlyArray<ConfirmationMode> = ["auto", "prompt_once", "prompt", "deny"]
  return order[Math.max(order.indexOf(a), order.indexOf(b))] ?? "deny"
}
