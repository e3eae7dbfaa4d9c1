import { quoted } from "@toolgate/core"

/** A part of a text: characters that stand for themselves, or a reference to a value that is read when a server starts. */
export type TextPart = string | Reference

/** A reference to a value that is kept elsewhere: in a variable, in a file, or in what a command prints. */
export interface Reference {
  readonly kind: "env" | "file" | "command"
  /** The name of the variable, the path of the file, or the text of the command. */
  readonly of: string
}

/** The form of a reference in a text. */
export const written = ({ kind, of }: Reference): string => `\${${kind}:${of}}`

/** Returns a text that reads as exactly these characters: `${` is written as `$${`. */
export const literally = (text: string): string => text.replaceAll("${", "$$${")

/**
 * Returns the parts of a text, or the problem, in lower case and without a full stop. `${` always begins a reference; `$${` stands for
 * the two characters.
 */
export const textParts = (text: string): ReadonlyArray<TextPart> | { readonly fault: string } => {
  const parts: Array<TextPart> = []
  let plain = ""
  for (let at = 0; at < text.length; ) {
    if (text.startsWith("$${", at)) {
      plain += "${"
      at += 3
    } else if (text.startsWith("${", at)) {
      const end = text.indexOf("}", at)
      const reference = end === -1 ? "it has no end" : referenceOf(text.slice(at + 2, end))
      if (typeof reference === "string")
        return { fault: `the reference that begins with ${quoted(text.slice(at, at + 10))} is invalid: ${reference}` }
      if (plain !== "") parts.push(plain)
      plain = ""
      parts.push(reference)
      at = end + 1
    } else plain += text[at++]
  }
  return plain === "" ? parts : [...parts, plain]
}

const referenceOf = (content: string): Reference | string => {
  const [, kind, of = ""] = /^([a-z]+):(.*)$/s.exec(content) ?? []
  if (kind !== "env" && kind !== "file" && kind !== "command")
    return `write ${["env:NAME", "file:PATH", "command:WORDS"].map((form) => `\${${form}}`).join(", ")}, or "$\${" for the characters themselves`
  if (of === "" || /[\p{Cc}\p{Cs}]/u.test(of)) return "it names nothing, or has control characters"
  if (kind === "env" && !/^[A-Za-z_]\w*$/.test(of)) return "it does not name a variable"
  if (kind === "file" && !/^(?:~?\/|[A-Za-z]:[\\/])/.test(of))
    return 'write an absolute path, or one that begins with "~/"'
  if (kind === "command" && of.includes("{")) return "a command has no braces; put them into a script"
  return { kind, of }
}
