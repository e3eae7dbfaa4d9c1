import {
  type ApprovalQuestion,
  type Args,
  type AttachedApproval,
  hasItemStep,
  type Json,
  listPlaceholders,
  type ResourceDeclaration,
  type ToolDefinition
} from "@toolgate/core"
import { canonicalizeJson, encodePointerStep, parsePointer } from "@toolgate/core/json"
import * as Effect from "effect/Effect"
import type { MadeDecision, RequestFacts } from "./ApprovalSeal.ts"
import { listChangedUses, readUsedFiles } from "./approvedFiles.ts"
import { isGrantWithin } from "./grantWithin.ts"

/**
 * Lists how a call differs from the approved one, as nouns. A grant differs if it permits more.
 *
 * If the approver edited the arguments, the call needs exactly these arguments. Resources of unedited arguments have to be
 * those that were shown; the policy judges the others and the grant.
 *
 * A call that joins an earlier one has another id, key and turn, and another session unless it joins within its session
 * only.
 */
export const listDifferences = (
  facts: RequestFacts,
  { args: edited }: Partial<Pick<MadeDecision, "args">>,
  { request, grant }: ApprovalQuestion,
  { proposed }: Pick<AttachedApproval, "proposed"> = {}
): Effect.Effect<ReadonlyArray<string>> => {
  const { context } = request
  const { joinsEarlier = false } = context.defer ?? {}
  const isJoining = joinsEarlier !== false
  const isEdit = proposed !== undefined
  const pairs: ReadonlyArray<readonly [string, unknown, unknown]> = [
    ...(!isJoining
      ? [
          ["the id of the call", facts.shown.callId, request.callId] as const,
          ["the idempotency key", facts.idempotencyKey, request.idempotencyKey] as const
        ]
      : []),
    ...(joinsEarlier === true ? [] : [["the session", facts.context.session, context.session] as const]),
    ["the agent or its bounds", facts.context.principal, context.principal],
    [
      "the caller",
      isJoining ? facts.context.caller.kind : facts.context.caller,
      isJoining ? context.caller.kind : context.caller
    ],
    ["the workspace", facts.context.workspace, context.workspace],
    ["the definition of the tool", facts.toolDigest, request.toolDigest],
    ["the arguments", isEdit ? edited : facts.shown.args, request.args],
    ["the arguments that were asked for", isEdit ? facts.shown.args : undefined, proposed]
  ]
  const differs = pairs.flatMap(([noun, approved, now]) =>
    canonicalizeJson(approved) === canonicalizeJson(now) ? [] : [noun]
  )
  // The original arguments of an edited call never run.
  if (!isEdit && edited !== undefined) return Effect.succeed(differs)
  const shown = isEdit ? shownAmong(request.tool, facts.shown.args, request.args) : all
  const [approved, now] = [shown(facts.resources), shown(request.resources)]
  if (canonicalizeJson(approved) !== canonicalizeJson(now)) differs.push("what the arguments point at")
  if (!isEdit && !isGrantWithin(grant, facts.grant)) differs.push("the grant, which is wider")
  return Effect.map(readUsedFiles({ ...request, resources: now }, grant), ({ files }) => {
    const uses = new Set(files.map(({ path }) => path))
    const before = isEdit ? facts.files.filter(({ path }) => uses.has(path)) : facts.files
    return [...differs, ...listChangedUses(before, files)]
  })
}

const all = <A>(resources: ReadonlyArray<A>): ReadonlyArray<A> => resources

/**
 * Returns a function that picks the resources of unedited arguments, before and after the edit. A file or URL is one
 * resource; a command, a list or an optional file may be any number. So everything between two known resources is picked
 * if any argument there was unedited, because the owner of each resource is unknown.
 */
const shownAmong = ({ resources: declared }: ToolDefinition, before: Args, after: Args) => {
  const isKept = declared.map((one) => pointersOf(one).every((arg) => isSame(before, after, arg)))
  const first = declared.findIndex(isAnyNumber)
  const last = declared.findLastIndex(isAnyNumber)
  const isAnyNumberKept = isKept.slice(first, last + 1).some(Boolean)
  return <A>(resources: ReadonlyArray<A>): ReadonlyArray<A> =>
    resources.filter((_, at) => {
      if (first < 0 || at < first) return isKept[at] ?? true
      const fromEnd = at - resources.length + declared.length
      return fromEnd > last ? isKept[fromEnd] : isAnyNumberKept
    })
}

const isAnyNumber = (declaration: ResourceDeclaration): boolean =>
  "arg" in declaration
    ? declaration.kind === "shell" ||
      declaration.kind === "argv" ||
      hasItemStep(declaration.arg) ||
      (declaration.kind === "file" && declaration.absent !== undefined)
    : declaration.kind === "command"

const pointersOf = (declaration: ResourceDeclaration): ReadonlyArray<string> => {
  if ("arg" in declaration) return [declaration.arg]
  return declaration.kind === "host" ? [] : declaration.argv.flatMap(listPlaceholders).map(encodePointerStep)
}

const isSame = (before: Args, after: Args, arg: string): boolean =>
  canonicalizeJson(valueAt(before, arg)) === canonicalizeJson(valueAt(after, arg))

/** Returns the value at a pointer, or the whole list for a pointer to its items. */
const valueAt = (args: Args, pointer: string): Json | undefined => {
  let value: Json | undefined = args
  for (const step of parsePointer(pointer.replace(/\/\*(?:\/.*)?$/s, "")) ?? [])
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined
  return value
}
