import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A foreign text, inserted into a document instead of, before or after one of its texts or names. */
export interface ForeignText {
  /** The index of the text or name, in document order. */
  readonly at: number
  readonly text: string
  readonly how: "alone" | "before" | "behind"
}

/** The ways to insert a foreign text. */
export const foreignWays = ["alone", "before", "behind"] as const

/**
 * Returns a document with a foreign text inserted.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { putForeignText } from "@toolgate/testing/hostile"
 *
 * const changed = putForeignText({ command: "npx" }, { at: 1, text: "$X", how: "behind" })
 * assert.deepEqual(changed, { command: "npx$X" })
 * ```
 */
export const putForeignText = (document: unknown, { at, text, how }: ForeignText): unknown => {
  const by = { alone: () => text, before: (old: string) => text + old, behind: (old: string) => old + text }[how]
  let count = 0
  return changed(document, (old) => (count++ === at ? by(old) : old))
}

/**
 * Returns the number of texts and names in a document, for `withForeignText`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { countTexts } from "@toolgate/testing/hostile"
 *
 * assert.equal(countTexts({ command: "npx", args: ["-y", "server"] }), 5)
 * ```
 */
export const countTexts = (document: unknown): number => {
  let count = 0
  changed(document, (old) => {
    count++
    return old
  })
  return count
}

const changed = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === "string") return change(value)
  if (Array.isArray(value)) return value.map((one) => changed(one, change))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), changed(member, change)]))
}

/** Texts that would run a command or reveal a secret if a program expanded them. */
export interface ForeignTrap {
  /** Complete texts: references of every form, ends of other texts, lines of other formats. */
  readonly texts: ReadonlyArray<string>
  /** Fragments to combine in any order. */
  readonly pieces: ReadonlyArray<string>
  /** Fails if a command has run or a result contains a secret. */
  readonly check: (result: unknown) => void
}

/**
 * Returns texts that refer to commands and secrets in a folder and in an environment variable.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { setForeignTrap } from "@toolgate/testing/hostile"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "trap-"))
 * const { check, texts } = setForeignTrap(folder.path)
 * // A reader that leaves texts alone passes.
 * for (const text of texts) check(text)
 * // A reader that fills in variables is caught.
 * assert.throws(() => check(process.env.FOREIGN_SECRET))
 * ```
 */
export const setForeignTrap = (folder: string): ForeignTrap => {
  const [marker, file] = [join(folder, "marker"), join(folder, "secret.txt")]
  const secret = "value-of-the-trap"
  writeFileSync(file, `${secret}\n`)
  process.env.FOREIGN_SECRET = secret
  const [command, read, variable] = [`{command:touch ${marker}}`, `{file:${file}}`, "{env:FOREIGN_SECRET}"]
  const references = [command, read, variable].map((one) => `$${one}`)
  return {
    texts: [
      ...references,
      ...references.flatMap((one) => [`$${one}`, `$$${one}`, `\\${one}`, `}${one}\${env:FOREIGN_SECRET`]),
      ...references.map((one) => `\${A:-${one}}`),
      ...references.map((one) => encodeURIComponent(one)),
      `%24%7Benv:FOREIGN_SECRET%7D`,
      "$FOREIGN_SECRET",
      "$" + "{FOREIGN_SECRET}",
      "{{FOREIGN_SECRET}}",
      "{settings.FOREIGN_SECRET}",
      "{note}",
      `"]\nservers: { evil: { command: [touch, "${marker}"], unconfined: true } }\n#`,
      `\r\n- x: ${references[0]}\n`,
      `\u2028servers: {}\u0085tools: []\u000c`,
      "---\n...\n",
      "&a *a !!str <<",
      "__proto__",
      "constructor"
    ],
    pieces: [
      "$",
      "$$",
      "{",
      "}",
      "{{",
      "}}",
      "${",
      ":-",
      "env:",
      "FOREIGN_SECRET",
      command,
      read,
      variable,
      "\n",
      "\\",
      "a"
    ],
    check: (result) => {
      if (existsSync(marker)) throw new Error("A command of the document ran.")
      if ((JSON.stringify(result, withBigInt) ?? "").includes(secret)) throw new Error("A secret is in the result.")
    }
  }
}

const withBigInt = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value)
