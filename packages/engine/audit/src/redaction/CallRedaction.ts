import type { Args, Json, ToolOutput } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { CallSecrets, shownLine } from "./CallSecrets.ts"
import { copyRedacted, type Room } from "./copyRedacted.ts"
import { isHarmless } from "./redactText.ts"

/**
 * Redacts everything recorded about one call. A secret found in one place is removed everywhere, including the call's
 * resources and its error message.
 */
export class CallRedaction {
  private readonly secrets: CallSecrets
  private argsDigests: Map<Args, string> | undefined = undefined

  constructor(key: SecretKey) {
    this.secrets = new CallSecrets(key)
  }

  /** Whether no secret has been found yet. */
  get knowsNone(): boolean {
    return this.secrets.size === 0
  }

  /** Redacts a text and cuts it after `most` characters. */
  line(text: string, most = shownLine): string {
    return this.secrets.line(text, most)
  }

  /** Redacts a name, as JSON. Cached, for names that repeat with every call, such as tools and rules. */
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

  /** Redacts an id, as JSON. Not cached, because ids differ with every call. */
  idAsJson(id: string): string {
    const isWhole = id.length <= shownLine && this.knowsNone && isHarmless(id)
    return JSON.stringify(isWhole ? id : this.line(id))
  }

  /** Returns a redacted copy of a value of any size. */
  value(given: Json, room: Room): Json {
    const before = this.secrets.size
    const { values, characters } = room
    this.secrets.beginValue()
    const copied = copyRedacted(given, room, this.secrets)
    if (this.secrets.size === before) return copied
    // A secret found late may also occur earlier in the value, so the value is copied again.
    room.values = values
    room.characters = characters
    this.secrets.beginValue()
    return copyRedacted(given, room, this.secrets)
  }

  /**
   * Returns a redacted copy of a call's resources. Paths, hosts and plain words stay even if they are secrets
   * elsewhere; otherwise a call could hide its target by naming it a password.
   */
  target(given: Json, room: Room): Json {
    return this.secrets.keepingPlain(() => this.value(given, room))
  }

  /** Returns a digest of all arguments. Cached, because arguments may be large. */
  digestOfAll(args: Args): string {
    this.argsDigests ??= new Map()
    const known = this.argsDigests.get(args) ?? this.secrets.key.digest(JSON.stringify(args))
    this.argsDigests.set(args, known)
    return known
  }

  digestOf(value: Json): string {
    return this.secrets.key.digest(JSON.stringify(value))
  }

  /** Returns a digest of a call's output, or `undefined` if JSON cannot express it. */
  digestOfResult(output: ToolOutput): string | undefined {
    try {
      return this.secrets.key.digest(JSON.stringify(output))
    } catch {
      return undefined
    }
  }
}

/** A cache of names without secrets, as JSON. */
const harmlessNames = new Map<string, string>()
const keptNames = 256
