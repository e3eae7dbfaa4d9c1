import type { Args, Json, ToolOutput } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { CallSecrets, shownLine } from "./CallSecrets.ts"
import { type Room, redactedCopy } from "./redactedCopy.ts"
import { isHarmless } from "./redactText.ts"

/**
 * A redaction of everything that is recorded of one call. A text that is found to be a secret in one place is removed
 * everywhere: from the call's resources, and from the message of the error that ends the call.
 */
export class CallRedaction {
  private readonly secrets: CallSecrets
  private argsDigests: Map<Args, string> | undefined = undefined

  constructor(key: SecretKey) {
    this.secrets = new CallSecrets(key)
  }

  /** Whether no secret of the call was found so far. */
  get knowsNone(): boolean {
    return this.secrets.size === 0
  }

  /** Returns a text without its secrets, cut after `most` characters. */
  line(text: string, most = shownLine): string {
    return this.secrets.line(text, most)
  }

  /**
   * Returns a text like `line`, as JSON. Cached, for texts that repeat with every call, such as the name of a tool or a
   * rule.
   */
  nameAsJson(name: string): string {
    const kept = this.knowsNone ? harmlessNames.get(name) : undefined
    if (kept !== undefined) return kept
    const shown = this.line(name)
    const json = JSON.stringify(shown)
    if (shown === name) {
      if (harmlessNames.size >= keptNames) harmlessNames.clear()
      harmlessNames.set(name, json)
    }
    return json
  }

  /** Returns a text like `line`, as JSON. Not cached, for texts that differ with every call. */
  idAsJson(id: string): string {
    const isWhole = id.length <= shownLine && this.knowsNone && isHarmless(id)
    return JSON.stringify(isWhole ? id : this.line(id))
  }

  /** Returns a copy of a value without its secrets. The value may have any size. */
  value(given: Json, room: Room): Json {
    const before = this.secrets.size
    const { values, characters } = room
    this.secrets.beginValue()
    const copied = redactedCopy(given, room, this.secrets)
    if (this.secrets.size === before) return copied
    // A secret was found that may have occurred earlier in the value, so the value is copied again.
    room.values = values
    room.characters = characters
    this.secrets.beginValue()
    return redactedCopy(given, room, this.secrets)
  }

  /**
   * Returns a copy of a call's resources without secrets. In resources, a path, a host or a plain word stays even if it
   * is a secret elsewhere. Otherwise a call could hide its target by also calling it a password.
   */
  target(given: Json, room: Room): Json {
    return this.secrets.keepingPlain(() => this.value(given, room))
  }

  /** Returns a digest of all of the arguments. Computed once, because the arguments may be large. */
  digestOfAll(args: Args): string {
    this.argsDigests ??= new Map()
    const known = this.argsDigests.get(args) ?? this.secrets.key.digest(JSON.stringify(args))
    this.argsDigests.set(args, known)
    return known
  }

  /** Returns a digest of a whole value. */
  digestOf(value: Json): string {
    return this.secrets.key.digest(JSON.stringify(value))
  }

  /** Returns a digest of what a call answered, or `undefined` if JSON cannot express it. */
  digestOfResult(output: ToolOutput): string | undefined {
    try {
      return this.secrets.key.digest(JSON.stringify(output))
    } catch {
      return undefined
    }
  }
}

/** A cache of names without secrets, each as JSON. */
const harmlessNames = new Map<string, string>()
const keptNames = 256
