import { _, type CodeKeywordDefinition } from "ajv/dist/2020.js"

/**
 * The keywords `maxLength` and `minLength`, which bound the characters of a text, where a pair of surrogates is one character. Ajv's own
 * keywords count the characters of every text: those of a text of ten million take it 30 ms, in which the gate stands still.
 */
export const textLength: CodeKeywordDefinition = {
  keyword: ["maxLength", "minLength"],
  type: "string",
  schemaType: "number",
  error: { message: "has the wrong length", params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
  code: (context) => {
    const holds = context.gen.scopeValue("func", { ref: context.keyword === "maxLength" ? hasAtMost : hasAtLeast })
    context.fail(_`!${holds}(${context.data}, ${context.schemaCode})`)
  }
}

/** Whether a text has at most so many characters. Counts them only if the number of its code units leaves the answer open. */
export const hasAtMost = (text: string, most: number): boolean =>
  text.length <= most || (text.length <= 2 * most && charactersOf(text) <= most)

/** Whether a text has at least so many characters. Counts them only if the number of its code units leaves the answer open. */
export const hasAtLeast = (text: string, least: number): boolean =>
  text.length >= 2 * least || (text.length >= least && charactersOf(text) >= least)

const charactersOf = (text: string): number => {
  let count = 0
  for (const _character of text) count += 1
  return count
}
