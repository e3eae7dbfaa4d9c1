/** A part of a template: literal text or an argument. */
export type TemplatePart = string | Placeholder

/** An argument in a template. */
export interface Placeholder {
  readonly name: string
  /** Offset of the brace. */
  readonly at: number
}

/** Parses a template. `{name}` is an argument, `{{` and `}}` are literal braces, and other braces are literal too, as in `{"a": 1}`. */
export const parseTextTemplate = (text: string): ReadonlyArray<TemplatePart> => {
  const parts: Array<TemplatePart> = []
  let plain = ""
  let from = 0
  for (const { 0: found, 1: name, index } of text.matchAll(/\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_-]*)\}/g)) {
    plain += text.slice(from, index)
    from = index + found.length
    if (name === undefined) plain += found.slice(1)
    else {
      if (plain !== "") parts.push(plain)
      plain = ""
      parts.push({ name, at: index })
    }
  }
  plain += text.slice(from)
  return plain === "" ? parts : [...parts, plain]
}

/** Returns the arguments in a template, in order. */
export const selectPlaceholders = (parts: ReadonlyArray<TemplatePart>): ReadonlyArray<Placeholder> =>
  parts.filter((part) => typeof part !== "string")

/** Returns a template without arguments. */
export const parseTemplate = (text: string): string => text.replaceAll("{", "{{").replaceAll("}", "}}")
