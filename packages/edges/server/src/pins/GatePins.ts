import { type RegisteredTool, ToolRegistry } from "@toolgate/core"
import { maskTool, maskToolPair } from "@toolgate/redaction"
import { listChangedMembers, type PinFound, ToolPins } from "@toolgate/registry"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import type { AccessToken } from "../access/AccessToken.ts"
import type { RecordAdministration } from "../access/recordAdministration.ts"
import type { PinDiff, PinnedTool } from "../api/pins.ts"
import { DefinitionChanged, NotFound, Unavailable } from "../api/problems.ts"

/** The pins of a gate, as administrators see and change them. */
export class GatePins {
  private readonly registry: ToolRegistry["Service"]
  private readonly pins: ToolPins["Service"] | undefined
  private readonly record: RecordAdministration

  constructor(services: Context.Context<ToolRegistry>, record: RecordAdministration) {
    this.registry = Context.get(services, ToolRegistry)
    this.pins = Option.getOrUndefined(Context.getOption(services, ToolPins))
    this.record = record
  }

  /** Returns the tools with these names, in the same order. */
  describeAll(names: ReadonlyArray<string>) {
    return Effect.forEach(names, (name) => Effect.flatMap(this.find(name), (tool) => this.describe(tool)), {
      concurrency: 16
    })
  }

  /** Returns the names of the tools, sorted: all, or only those that are in quarantine or are not. */
  listNames(quarantined: boolean | undefined) {
    return Effect.gen({ self: this }, function* () {
      yield* this.wanted
      const names = this.registry.list().map(({ name }) => name)
      const found = yield* Effect.filter(names, (name) =>
        quarantined === undefined
          ? Effect.succeed(true)
          : Effect.map(this.isQuarantined(name), (isHeld) => isHeld === quarantined)
      )
      return found.toSorted()
    })
  }

  /** Returns a tool with the differences from its approved definition. */
  show(name: string) {
    return Effect.gen({ self: this }, function* () {
      const tool = yield* this.find(name)
      const pins = yield* this.wanted
      const found = yield* whileAvailable(pins.find(tool.definition))
      return { ...(yield* this.describe(tool)), ...compare(tool, found) } satisfies typeof PinDiff.Type
    })
  }

  /** Approves the definition of a tool, if it has this digest. */
  approve(token: AccessToken, name: string, digest: string) {
    return Effect.gen({ self: this }, function* () {
      const tool = yield* this.find(name)
      const pins = yield* this.wanted
      if (tool.digest !== digest)
        return yield* Effect.fail(
          DefinitionChanged.problem("The definition is not the one that was shown. Look at it again.", {
            digest: tool.digest
          })
        )
      const { definition } = tool
      yield* this.record(token, { action: "pin.approved", subject: definition.name, subjectId: digest })
      yield* whileAvailable(pins.approve(definition, { by: token.name, at: Date.now() }))
      return yield* this.describe(tool)
    })
  }

  /** Revokes the approvals of a tool. The tool itself need not exist. */
  revoke(token: AccessToken, name: string) {
    return Effect.gen({ self: this }, function* () {
      const pins = yield* this.wanted
      const approved = (yield* whileAvailable(pins.list)).filter((pin) => pin.tool === name && pin.revoked !== true)
      if (approved.length === 0)
        return yield* Effect.fail(NotFound.problem("No definition of this tool is approved.", {}))
      yield* this.record(token, {
        action: "pin.revoked",
        subject: name,
        details: { digests: approved.map(({ digest }) => digest) }
      })
      yield* whileAvailable(pins.revoke((tool) => tool === name, { by: token.name, at: Date.now() }))
      return { tool: name, revoked: approved.length }
    })
  }

  private get wanted(): Effect.Effect<ToolPins["Service"], typeof NotFound.Type> {
    return this.pins === undefined
      ? Effect.fail(NotFound.problem("This gate does not require approved definitions.", {}))
      : Effect.succeed(this.pins)
  }

  private find(name: string): Effect.Effect<RegisteredTool, typeof NotFound.Type> {
    const tool = this.registry.get(name)
    return tool === undefined ? Effect.fail(NotFound.problem("There is no such tool.", {})) : Effect.succeed(tool)
  }

  private isQuarantined(name: string): Effect.Effect<boolean> {
    return Effect.map(Effect.exit(this.registry.lookup(name) ?? Effect.void), Exit.isFailure)
  }

  private describe(
    tool: RegisteredTool
  ): Effect.Effect<typeof PinnedTool.Type, typeof NotFound.Type | typeof Unavailable.Type> {
    return Effect.gen({ self: this }, function* () {
      const { state, pin } = yield* whileAvailable((yield* this.wanted).find(tool.definition))
      const { name, owner } = tool.definition
      return {
        tool: name,
        ...(owner === undefined ? {} : { owner }),
        digest: tool.digest,
        quarantined: yield* this.isQuarantined(name),
        pin: pin === undefined ? { state } : { state, by: pin.by, at: pin.at, digest: pin.digest }
      }
    })
  }
}

const compare = ({ definition }: RegisteredTool, { state, pin }: PinFound) => {
  const isCompared = pin !== undefined && state !== "approved" && state !== "revoked"
  if (!isCompared) return { definition: toJson(maskTool(definition)), changes: [], secretChanged: false }
  const { before, now, isSecretChanged } = maskToolPair(JSON.parse(pin.definition), definition)
  const changes = listChangedMembers(definition, pin).map((member) => ({
    member,
    before: toJson(before[member]),
    now: toJson((now as unknown as Readonly<Record<string, unknown>>)[member])
  }))
  return { definition: toJson(now), changes, secretChanged: isSecretChanged }
}

/** Returns a value as it is in JSON: without functions and other members that JSON does not have. */
const toJson = (value: unknown): Schema.Json => (value === undefined ? null : JSON.parse(JSON.stringify(value)))

const whileAvailable = <A>(answer: Effect.Effect<A, { readonly message: string }>) =>
  Effect.mapError(answer, ({ message }) => Unavailable.problem(message, {}))
