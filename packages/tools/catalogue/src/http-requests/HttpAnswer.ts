/** An answer, whole unless `isCut`. */
export interface HttpAnswer {
  readonly status: number
  readonly type: string
  readonly location: string | undefined
  /** The names in small letters, each with its values in their order. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Buffer
  /** Whether the body has more bytes than were read. */
  readonly isCut: boolean
}

/** Returns the text of an answer; `undefined` if it is not text in the characters that it says. A character that was cut is left out. */
export const answerText = ({ type, body, isCut }: Pick<HttpAnswer, "type" | "body" | "isCut">): string | undefined => {
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([\w.:+-]+)/i.exec(type) ?? []
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(body, { stream: isCut })
    return text.includes("\0") ? undefined : text
  } catch {
    return undefined
  }
}
