import { quoted } from "@toolgate/core"

/** A part of a text: literal characters, or a reference that is read when a server starts. */
export type TextPart = string | Reference

/** A reference to a value in an environment variable, in a file, or in a command's output. */
export interface Reference {
  readonly kind: "env" | "file" | "command"
  /** The variable's name, the file's path, or the command. */
  readonly of: string
  /** The default for a variable that is unset or empty. Not secret. Without it, such a variable is a fault. */
  readonly otherwise?: string
}

/** Writes a reference as text. */
export const formatReference = ({ kind, of, otherwise }: Reference): string =>
  otherwise === undefined ? `\${${kind}:${of}}` : `\${${kind}:${of}:-${otherwise}}`

/**
 * Splits a text into its parts. `${` always begins a reference; `$${` is a literal `${`. Returns a fault in lower case
 * without a full stop if a reference is invalid.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { splitReferences } from "@toolgate/local-secrets/references"
 *
 * assert.deepEqual(splitReferences("Bearer ${env:KEY}"), ["Bearer ", { kind: "env", of: "KEY" }])
 * assert("fault" in splitReferences("${env:KEY"))
 * ```
 */
export const splitReferences = (text: string): ReadonlyArray<TextPart> | { readonly fault: string } => {
  const parts: Array<TextPart> = []
  let plain = ""
  let from = 0
  for (let at = text.indexOf("${"); at !== -1; at = text.indexOf("${", from)) {
    if (at > from && text[at - 1] === "$") {
      plain += `${text.slice(from, at - 1)}\${`
      from = at + 2
      continue
    }
    const end = text.indexOf("}", at)
    const reference = end === -1 ? "it has no end" : referenceOf(text.slice(at + 2, end))
    if (typeof reference === "string")
      return { fault: `the reference that begins with ${quoted(text.slice(at, at + 10))} is invalid: ${reference}` }
    plain += text.slice(from, at)
    if (plain !== "") parts.push(plain)
    plain = ""
    parts.push(reference)
    from = end + 1
  }
  plain += text.slice(from)
  return plain === "" ? parts : [...parts, plain]
}

/** The form of a variable's name. */
export const variableName: RegExp = /^[A-Za-z_]\w*$/

const referenceOf = (content: string): Reference | string => {
  const [, kind, named = ""] = /^([a-z]+):(.*)$/s.exec(content) ?? []
  if (kind !== "env" && kind !== "file" && kind !== "command")
    return `write ${["env:NAME", "file:PATH", "command:WORDS"].map((form) => `\${${form}}`).join(", ")}, or "$\${" for the characters themselves`
  const [of, otherwise] = kind === "env" ? variableParts(named) : [named]
  if (of === "" || /[\p{Cc}\p{Cs}]/u.test(named)) return "it names nothing, or has control characters"
  if (kind === "env" && !variableName.test(of)) return "it does not name a variable"
  if (otherwise?.includes("{")) return "the default of a variable must not contain braces"
  if (kind === "file" && !/^(?:~?\/|[A-Za-z]:[\\/])/.test(of))
    return 'write an absolute path, or one that begins with "~/"'
  if (kind === "command" && of.includes("{")) return "a command must not contain braces; put them into a script"
  return { kind, of, ...(otherwise === undefined ? {} : { otherwise }) }
}

const variableParts = (named: string): readonly [of: string, otherwise?: string] => {
  const at = named.indexOf(":-")
  return at === -1 ? [named] : [named.slice(0, at), named.slice(at + 2)]
}
