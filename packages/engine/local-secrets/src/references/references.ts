import { quoted } from "@toolgate/core"

/** A part of a text: characters that stand for themselves, or a reference to a value that is read when a server starts. */
export type TextPart = string | Reference

/** A reference to a value that is kept elsewhere: in a variable, in a file, or in what a command prints. */
export interface Reference {
  readonly kind: "env" | "file" | "command"
  /** The name of the variable, the path of the file, or the text of the command. */
  readonly of: string
  /** The value of a variable that is not set, or is empty. It is no secret. Absent: such a variable has no value. */
  readonly otherwise?: string
}

/** The form of a reference in a text. */
export const written = ({ kind, of, otherwise }: Reference): string =>
  otherwise === undefined ? `\${${kind}:${of}}` : `\${${kind}:${of}:-${otherwise}}`

/**
 * Returns the parts of a text, or the problem, in lower case and without a full stop. `${` always begins a reference; `$${` stands for
 * the two characters.
 */
export const textParts = (text: string): ReadonlyArray<TextPart> | { readonly fault: string } => {
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

/** The name of a variable, as a reference has it. */
export const variableName: RegExp = /^[A-Za-z_]\w*$/

const referenceOf = (content: string): Reference | string => {
  const [, kind, named = ""] = /^([a-z]+):(.*)$/s.exec(content) ?? []
  if (kind !== "env" && kind !== "file" && kind !== "command")
    return `write ${["env:NAME", "file:PATH", "command:WORDS"].map((form) => `\${${form}}`).join(", ")}, or "$\${" for the characters themselves`
  const [of, otherwise] = kind === "env" ? variableParts(named) : [named]
  if (of === "" || /[\p{Cc}\p{Cs}]/u.test(named)) return "it names nothing, or has control characters"
  if (kind === "env" && !variableName.test(of)) return "it does not name a variable"
  if (otherwise?.includes("{")) return "the value of an absent variable has no braces"
  if (kind === "file" && !/^(?:~?\/|[A-Za-z]:[\\/])/.test(of))
    return 'write an absolute path, or one that begins with "~/"'
  if (kind === "command" && of.includes("{")) return "a command has no braces; put them into a script"
  return { kind, of, ...(otherwise === undefined ? {} : { otherwise }) }
}

const variableParts = (named: string): readonly [of: string, otherwise?: string] => {
  const at = named.indexOf(":-")
  return at === -1 ? [named] : [named.slice(0, at), named.slice(at + 2)]
}
