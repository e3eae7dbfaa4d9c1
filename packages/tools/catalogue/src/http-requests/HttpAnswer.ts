/** A response. Complete unless `isCut`. */
export interface HttpAnswer {
  readonly status: number
  readonly type: string
  readonly location: string | undefined
  /** Headers by lower-case name, with their values in order. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Buffer
  /** Whether the body is longer than what was read. */
  readonly isCut: boolean
}

/** Decodes the body with its declared character set. `undefined` if it is not text. A truncated last character is dropped. */
export const answerText = ({ type, body, isCut }: Pick<HttpAnswer, "type" | "body" | "isCut">): string | undefined => {
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([\w.:+-]+)/i.exec(type) ?? []
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(body, { stream: isCut })
    return text.includes("\0") ? undefined : text
  } catch {
    return undefined
  }
}
