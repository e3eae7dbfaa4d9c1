/** A piece of HTML. Only `html` creates it, so that everything else is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A part of a piece of HTML. Texts are escaped; `undefined` renders as nothing. */
export type HtmlPart = string | number | Html | ReadonlyArray<Html> | undefined

/** Creates HTML from a template. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<HtmlPart>): Html =>
  new Html(strings.map((string, at) => string + textOf(parts[at])).join(""))

const textOf = (part: HtmlPart): string => {
  if (part === undefined) return ""
  if (part instanceof Html) return part.text
  if (typeof part === "object") return part.map(({ text }) => text).join("")
  return String(part).replaceAll(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`)
}
