/** A part of a template: characters that stand for themselves, or the argument that takes this place. */
export type TemplatePart = string | Placeholder

/** The place of an argument in a template. */
export interface Placeholder {
  readonly name: string
  /** The offset of the brace in the template. */
  readonly at: number
}

/**
 * Returns the parts of a template. `{name}` is the place of an argument; `{{` and `}}` stand for single braces; any other brace stands
 * for itself, as in `{"a": 1}`.
 */
export const textTemplate = (text: string): ReadonlyArray<TemplatePart> => {
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

/** The arguments that have a place in a template, in their order. */
export const placeholdersIn = (parts: ReadonlyArray<TemplatePart>): ReadonlyArray<Placeholder> =>
  parts.filter((part) => typeof part !== "string")

/** Returns the template of a text in which no argument has a place. */
export const templateOf = (text: string): string => text.replaceAll("{", "{{").replaceAll("}", "}}")
