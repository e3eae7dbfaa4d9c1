import { deflateRawSync, inflateRawSync } from "node:zlib"
import type {
  Args,
  DispatchContext,
  ExecutionGrant,
  Json,
  NewApproval,
  PermissionRequest,
  ApprovalRequest as Shown,
  StoredApproval,
  StoredDecision
} from "@toolgate/core"
import { canonicalizeJson, freezeParsed } from "@toolgate/core/json"
import type { SecretKey } from "@toolgate/local-secrets"
import { encode, type Form, SealedDecision, SealedQuestion, SealedRequest } from "@toolgate/wire"
import { decode, WireFault } from "@toolgate/wire/decode"
import type { NewQuestion } from "./NewQuestion.ts"
import type { ParsedDecision } from "./readDecision.ts"
import { quoteText } from "./shownText.ts"

/** The sealed facts of a request, decoded. */
export interface RequestFacts extends Omit<Form<typeof SealedRequest>, "context" | "grant"> {
  readonly shown: Shown
  /** The context of the call without its deadline. */
  readonly context: Omit<DispatchContext, "deadline">
  readonly grant: ExecutionGrant
}

type NewFacts = Omit<Parameters<typeof encode<typeof SealedRequest>>[1], "version">

/** A stored decision with its decider. */
export interface MadeDecision extends ParsedDecision, Pick<StoredDecision, "by" | "from" | "at" | "mac"> {}

/** A stored request or decision that cannot be trusted. `why` is the reason as a sentence. */
export class UnreadableApproval {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

/**
 * Seals requests and decisions for a store and opens them. Write access to the store is not enough to approve: changed,
 * swapped or forged rows are `UnreadableApproval`.
 */
export class ApprovalSeal {
  readonly keyId: string
  private readonly key: SecretKey

  constructor(key: SecretKey) {
    this.key = key
    this.keyId = key.id
  }

  /** Seals a request into a row. The row's digest covers the whole request. */
  request(
    asked: NewQuestion,
    waits: boolean,
    given: NewFacts
  ): { readonly row: NewApproval; readonly facts: RequestFacts } {
    const { id, toolName: tool, sideEffects, agent, session, askedAt, expiresAt } = asked
    const facts = encode(SealedRequest, { version: 2, ...given })
    const parts = [JSON.stringify(encode(SealedQuestion, asked)), packed(JSON.stringify(facts))] as const
    const digest = this.key.digest(JSON.stringify(parts))
    const row = { id, tool, sideEffects, agent, session, askedAt, expiresAt, waits, digest, keyId: this.keyId }
    const sealed = parts.map((part, at) => this.key.seal(part, associated(row, at))).join(" ")
    return { row: { ...row, sealed }, facts: inProcess(facts, Object.freeze({ ...asked, digest })) }
  }

  /** Returns what a person sees of a row, if its plain members match the sealed ones. */
  shownIn(row: NewApproval): Shown | UnreadableApproval {
    if (row.keyId !== this.keyId) return lostKey(row, this.keyId)
    const text = this.part(row, 0)
    const shown = text === undefined ? undefined : (parsed(text, SealedQuestion) as NewQuestion | undefined)
    if (shown === undefined) return changedRequest
    const told: ReadonlyArray<readonly [string, unknown, unknown]> = [
      ["tool", row.tool, shown.toolName],
      ["class", row.sideEffects, shown.sideEffects],
      ["agent", row.agent, shown.agent],
      ["session", row.session, shown.session],
      ["time of asking", row.askedAt, shown.askedAt],
      ["expiry", row.expiresAt, shown.expiresAt]
    ]
    const changed = told.find(([, stored, asked]) => stored !== asked)
    return changed === undefined
      ? Object.freeze({ ...shown, digest: row.digest })
      : new UnreadableApproval(`The ${changed[0]} of the stored request was changed.`)
  }

  open(row: NewApproval): RequestFacts | UnreadableApproval {
    const shown = this.shownIn(row)
    if (shown instanceof UnreadableApproval) return shown
    const text = this.part(row, 1)
    if (text === undefined) return changedRequest
    const facts = parsed(unpacked(text), SealedRequest)
    if (facts !== undefined) return inProcess(facts, shown)
    return versionIn(unpacked(text)) === 1 ? earlierRequest : changedRequest
  }

  decision({ id, digest }: NewApproval, given: ParsedDecision, who: Pick<StoredDecision, "by" | "from" | "at">) {
    const { decision, scope, reason, args } = given
    const { by, from, at } = who
    const text = canonicalizeJson(encode(SealedDecision, { scope, reason, args }))
    const sealed = this.key.seal(text, [decisionSeal, id, digest])
    const made = { decision, by, from, at, sealed }
    return { ...made, mac: this.key.mac(decisionSeal, macText(id, digest, made)) } satisfies StoredDecision
  }

  decisionOf({ id, state, digest, decision }: StoredApproval): MadeDecision | UnreadableApproval {
    const expected = state === "denied" ? "deny" : "approve"
    if (decision === undefined)
      return new UnreadableApproval("The store says that it was decided, but has no decision.")
    if (decision.decision !== expected || !this.key.verify(decisionSeal, macText(id, digest, decision), decision.mac))
      return forged
    const text = this.key.open(decision.sealed, [decisionSeal, id, digest])
    const sealed = text === undefined ? undefined : parsed(text, SealedDecision)
    if (sealed === undefined) return forged
    const { by, from, at, mac } = decision
    const { scope, reason, args } = sealed
    return { decision: expected, scope, reason, args: args as Args | undefined, by, from, at, mac }
  }

  /** Returns the key that finds an earlier request for the same call. */
  callKey({ tool, args, context }: PermissionRequest): string {
    return this.key.digest(canonicalizeJson(["call", context.principal, context.workspace, tool.name, args]))
  }

  private part(row: NewApproval, at: number): string | undefined {
    const sealed = row.sealed.split(" ")
    return sealed.length === 2 ? this.key.open(sealed[at] ?? "", associated(row, at)) : undefined
  }
}

const requestSeal = "approval request"
const decisionSeal = "approval decision"

const associated = ({ id, digest, keyId, waits }: Omit<NewApproval, "sealed">, part: number): ReadonlyArray<string> => [
  requestSeal,
  String(part),
  id,
  digest,
  keyId,
  String(waits)
]

const changedRequest = new UnreadableApproval("The stored request was changed, or was stored by another version.")

const earlierRequest = new UnreadableApproval(
  "It was asked for by an earlier version of Toolgate, whose approvals did not cover everything that a tool runs. Make the call again, so that a person is asked about it as it is now."
)

const versionIn = (text: string): unknown => (JSON.parse(text) as { readonly version?: unknown } | null)?.version

const forged = new UnreadableApproval("The stored decision was not recorded by a gate with this key.")

const lostKey = ({ keyId }: NewApproval, own: string): UnreadableApproval =>
  new UnreadableApproval(
    `The stored request is sealed with the key ${quoteText(keyId.slice(0, 64))}, and this gate has the key "${own}": the other key is lost, or was not given to this gate.`
  )

const macText = (id: string, digest: string, { decision, by, from, at, sealed }: Omit<StoredDecision, "mac">): string =>
  canonicalizeJson([id, digest, decision, by, from, at, sealed])

const unbounded = {
  depth: Number.POSITIVE_INFINITY,
  nodes: Number.POSITIVE_INFINITY,
  characters: Number.POSITIVE_INFINITY
}

// Data sealed with this key was encoded from these types.
const inProcess = (facts: Form<typeof SealedRequest>, shown: Shown): RequestFacts =>
  ({ ...facts, shown }) as unknown as RequestFacts

/** Compresses a long text. A grant with a policy's exceptions is long and repetitive. */
const packed = (text: string): string => (text.length < 4096 ? text : deflateRawSync(text).toString("base64url"))

const unpacked = (text: string): string =>
  text.startsWith("{") ? text : inflateRawSync(Buffer.from(text, "base64url"), { maxOutputLength: longest }).toString()

/** The maximum number of characters after decompression. */
const longest = 256 * 1024 * 1024

const parsed = <Schema extends Parameters<typeof decode>[0]>(text: string, form: Schema): Form<Schema> | undefined => {
  const data: Json = JSON.parse(text)
  freezeParsed(data, { ...unbounded }, { count: 0 })
  const value = decode(form, data)
  return value instanceof WireFault ? undefined : value
}
