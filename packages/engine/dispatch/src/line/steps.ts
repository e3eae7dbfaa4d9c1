import type {
  Approvals,
  Args,
  ArgumentsEdited,
  CallExtension,
  DispatchHooks,
  ExtendedCall,
  ExtensibleCall,
  PermissionRequest,
  Permit,
  RegisteredTool,
  Resource,
  Resources,
  Run,
  RuntimePolicy,
  Sandboxes,
  ToolCall,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import * as Exit from "effect/Exit"
import type { CallInFlight } from "../call/CallInFlight.ts"
import { explainEdit, isEdited, takeEdit } from "./editedArguments.ts"
import type { Progress } from "./Progress.ts"
import type { LineStep } from "./runLine.ts"

/** The parts of a gate that decide about a call. */
export interface DecidingParts {
  readonly hooks: DispatchHooks["Service"]
  readonly registry: ToolRegistry["Service"]
  readonly visibility: Visibility["Service"]
  readonly extension: CallExtension["Service"] | undefined
  readonly resolver: Resources["Service"]
  readonly policy: RuntimePolicy["Service"]
}

/** The parts of a gate that run a permitted call. */
export interface RunningParts {
  readonly sandboxes: Sandboxes["Service"]
  readonly approvals: Approvals["Service"] | undefined
  /** Waits for a slot. */
  readonly takeSlot: LineStep<CallInFlight>["ask"]
  /** Waits until no other call writes the same files. */
  readonly lockFiles: LineStep<CallInFlight>["ask"]
  readonly openEntry: (permit: Permit) => NonNullable<Progress["entry"]>
  /** Marks the call as running, unless it is ending. */
  readonly begin: LineStep<CallInFlight>["ask"]
}

/** A dispatched or judged call, up to the permit. */
export interface DecidedCall extends ExtensibleCall {
  readonly progress: Progress
}

/** Builds the steps before the policy, which create the request. */
export const buildRequestSteps = (parts: DecidingParts): ReadonlyArray<LineStep<DecidedCall>> => {
  const { hooks, registry, visibility, extension, resolver } = parts
  return [
    step(
      "hooks",
      ({ progress, context }) => hooks.gate(progress.call, context),
      ({ progress }, call: ToolCall) => {
        progress.call = call
      }
    ),
    step(
      "lookup",
      ({ progress: { call }, context }) => registry.lookup(call.tool) ?? visibility.unknown(call.tool, context),
      ({ progress }, tool: RegisteredTool) => {
        progress.tool = tool
      }
    ),
    step(
      "parse",
      ({ progress }) => explainEdit(progress, toolOf(progress).parse(progress.edit ?? progress.call)),
      ({ progress }, args: Args) => {
        progress.args = args
      }
    ),
    step("extend", (call) => extended(extension, call) ?? Exit.void, takeExtension),
    step(
      "resolve",
      ({ progress, context }) =>
        explainEdit(progress, resolver.resolve(toolOf(progress).definition, progress.args as Args, context)),
      ({ progress }, resources: ReadonlyArray<Resource>) => {
        progress.request = makeRequest(progress, resources)
      }
    )
  ]
}

/** Builds all steps, from the hooks to the start of the run. */
export const buildSteps = (parts: DecidingParts & RunningParts): ReadonlyArray<LineStep<CallInFlight>> => {
  const { policy, sandboxes, approvals, takeSlot, lockFiles, openEntry, begin } = parts
  return [
    ...buildRequestSteps(parts),
    step(
      "permit",
      ({ progress }) => explainEdit(progress, policy.checkPermission(progress.request as PermissionRequest)),
      ({ progress }, answer: ArgumentsEdited | Permit) => {
        if (progress.edit === undefined && isEdited(answer)) takeEdit(progress, answer)
        else {
          const permit = checkPermit(answer, progress.request as PermissionRequest)
          progress.permit = capWallTime(permit, progress.input.wallMs)
        }
      },
      ({ progress }) => (progress.permit === undefined ? "parse" : undefined)
    ),
    step(
      "prepare",
      ({ progress }) => sandboxes.prepare(progress.permit as Permit, toolOf(progress)),
      ({ progress }, run: Run) => {
        progress.run = run
      }
    ),
    step("slot", takeSlot),
    step("lock", lockFiles),
    step("intend", ({ progress }) => {
      progress.entry = openEntry(progress.permit as Permit)
      return progress.entry.intend()
    }),
    step("recheck", ({ progress }) => approvals?.recheck?.(progress.permit as Permit) ?? Exit.void),
    step("begin", begin)
  ]
}

const step = <C, A>(
  name: string,
  ask: LineStep<C>["ask"],
  keep?: (call: C, answer: A) => void,
  next?: LineStep<C>["next"]
): LineStep<C> => ({ name, ask, keep, next })

const toolOf = (progress: Progress): RegisteredTool => progress.tool as RegisteredTool

// A call is extended once: by its caller, or before its arguments are edited.
const extended = (extension: DecidingParts["extension"], call: DecidedCall) => {
  const { progress } = call
  return progress.extended === undefined && progress.edit === undefined
    ? extension?.extend(toolOf(progress), progress.args as Args, call)
    : undefined
}

const takeExtension = ({ progress }: DecidedCall, extension: ExtendedCall | undefined): void => {
  if (extension === undefined) return
  progress.extended = extension
  if (extension.approval !== undefined) progress.given = Object.freeze(extension.approval)
  if (extension.args !== undefined) progress.args = extension.args
}

const makeRequest = (progress: Progress, resources: ReadonlyArray<Resource>): PermissionRequest => {
  const { id: callId, idempotencyKey } = progress.call
  const { definition, digest } = toolOf(progress)
  const { given, extended } = progress
  const args = progress.args as PermissionRequest["args"]
  const { context } = progress.input
  const request = { callId, idempotencyKey, tool: definition, toolDigest: digest, args, resources, context }
  const more = given === undefined ? request : { ...request, given }
  return extended?.goesOn === true ? { ...more, goesOn: true } : more
}

/**
 * Validates a permit: it has to be for this request object and, if the request carries an approval, by this approval.
 * Throws otherwise, because a sandbox relies only on the permit, and a permit for another request would run that request.
 */
const checkPermit = (permit: Permit | ArgumentsEdited, request: PermissionRequest): Permit => {
  if (!("grant" in permit)) throw new TypeError(noPermit)
  const { grant, approval } = permit
  const { sandbox, limits, access } = grant
  if (permit.request !== request) throw new TypeError("The policy returned a permit for another request.")
  // A policy that ignores approvals could run a call repeatedly that a person approved once.
  if (request.given !== undefined && approval?.id !== request.given.id)
    throw new TypeError("The policy returned a permit without the call's approval.")
  if (
    typeof sandbox !== "string" ||
    !isObject(limits) ||
    !isObject(access) ||
    !isObject(permit.because) ||
    !(permit.waitedMs >= 0) ||
    (approval !== undefined && typeof approval.id !== "string")
  )
    throw new TypeError(noPermit)
  return permit
}

const noPermit = "The policy returned an invalid permit."

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null

/** Caps the wall time of a permit, in milliseconds. */
const capWallTime = (permit: Permit, wallMs: number | undefined): Permit => {
  const { grant } = permit
  const granted = grant.limits.wallMs
  return wallMs === undefined || (granted !== "unlimited" && granted <= wallMs)
    ? permit
    : { ...permit, grant: Object.freeze({ ...grant, limits: Object.freeze({ ...grant.limits, wallMs }) }) }
}
