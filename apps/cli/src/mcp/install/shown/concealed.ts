/** A value in a text: where it begins, and where it ends. */
export interface ValueSpan {
  readonly from: number
  readonly to: number
}

/** The members of a server's entry whose values are printed: they say what the server is, and how it is reached. */
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

/** Whether a value is a reference to a variable and nothing else. */
export const isReference = (value: unknown): boolean =>
  typeof value === "string" && /^\$(?:\{[^{}]+\}|\w+)$/.test(value)

/** Returns a text with `…` in the place of values, which are given in their order. */
export const concealed = (text: string, values: ReadonlyArray<ValueSpan>): string => {
  let shown = ""
  let end = 0
  for (const { from, to } of values) {
    shown += `${text.slice(end, from)}"…"`
    end = to
  }
  return shown + text.slice(end)
}
