import { homedir } from "node:os"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { type ReferenceSources, type ReferenceValue, readReference } from "./readReference.ts"
import { formatReference, type Reference, splitReferences } from "./references.ts"

/**
 * The error for a reference without a value.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ReferenceFault, ReferenceValues } from "@toolgate/local-secrets/references"
 * import * as Effect from "effect/Effect"
 *
 * const values = new ReferenceValues({ env: {} })
 * const cause = await Effect.runPromise(Effect.flip(values.in("Bearer ${env:KEY}")))
 * assert(cause instanceof ReferenceFault)
 * ```
 */
export class ReferenceFault extends Data.TaggedError("ReferenceFault")<{
  /** The reference as the file spells it. */
  readonly reference: string
  /** The reason, as the end of a sentence, without any value. */
  readonly why: string
}> {}

/**
 * The values of references. Each reference is read once.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ReferenceValues } from "@toolgate/local-secrets/references"
 * import * as Effect from "effect/Effect"
 *
 * const values = new ReferenceValues({ env: { KEY: "tango-9" } })
 * assert.equal(await Effect.runPromise(values.in("Bearer ${env:KEY}")), "Bearer tango-9")
 * // The value has to be redacted from now on.
 * assert(values.secrets.includes("tango-9"))
 * ```
 */
export class ReferenceValues {
  private readonly values = new Map<string, Extract<ReferenceValue, { readonly value: string }>>()
  private readonly sources: ReferenceSources

  constructor({ env = process.env, home = homedir(), commandMs = 30_000 }: Partial<ReferenceSources> = {}) {
    this.sources = { env, home, commandMs }
  }

  /** Replaces the references of a text with their values, each encoded with `as`. */
  readonly in = Effect.fnUntraced(
    { self: this },
    function* (
      text: string,
      as: (value: string) => string = (value) => value
    ): Effect.fn.Return<string, ReferenceFault> {
      const parts = splitReferences(text)
      // Unreachable through a configuration file, whose shape refuses such a text.
      if ("fault" in parts) return yield* new ReferenceFault({ reference: "…", why: parts.fault })
      let whole = ""
      for (const part of parts) whole += typeof part === "string" ? part : as(yield* this.valueOf(part))
      return whole
    }
  )

  /** The secret values read so far, plain and URL-encoded. Redact them everywhere. */
  get secrets(): ReadonlyArray<string> {
    return [
      ...new Set(
        [...this.values.values()].flatMap(({ value, isPublic }) => (isPublic ? [] : [value, encodeURIComponent(value)]))
      )
    ]
  }

  private readonly valueOf = Effect.fnUntraced({ self: this }, function* (reference: Reference) {
    const text = formatReference(reference)
    const known = this.values.get(text)
    if (known !== undefined) return known.value
    const read = yield* Effect.promise((signal) => readReference(reference, this.sources, signal))
    if ("fault" in read) return yield* new ReferenceFault({ reference: text, why: read.fault })
    this.values.set(text, read)
    return read.value
  })
}
