/** A text that a tool was given, and how its place is named in messages. */
export interface GivenText {
  readonly text: string
  readonly place: string
}

/** The most characters of a text, and bytes of a file, that a tool takes. */
export const mostText = 10_000_000
