/** The start and end of a value in a text. */
export interface ValueSpan {
  readonly from: number
  readonly to: number
}

/** Members of a server entry whose values are printed: they identify the server and its address. */
export const shownMembers: ReadonlySet<string> = new Set([
  "type",
  "transport",
  "command",
  "args",
  "url",
  "httpUrl",
  "serverUrl",
  "cwd"
])

/** Whether a value is exactly one reference to a variable. */
export const isReference = (value: unknown): boolean =>
  typeof value === "string" && /^\$(?:\{[^{}]+\}|\w+)$/.test(value)

/** Replaces values in a text, given in order, with `…`. */
export const concealValues = (text: string, values: ReadonlyArray<ValueSpan>): string => {
  let shown = ""
  let end = 0
  for (const { from, to } of values) {
    shown += `${text.slice(end, from)}"…"`
    end = to
  }
  return shown + text.slice(end)
}
