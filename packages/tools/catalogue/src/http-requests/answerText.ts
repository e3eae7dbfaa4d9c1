import type { HttpAnswer } from "./HttpAnswer.ts"

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
