import type { Ask, SentText } from "@toolgate/toolbox-base/jobs"
import { invalid, readText } from "@toolgate/toolbox-base/jobs"
import { describePosition } from "@toolgate/toolbox-base/json"
import { visit } from "jsonc-parser"
import { type Inline, inline } from "../json/inline.ts"
import { readExactly } from "../json/readExactly.ts"

/** A job that parses JSON, and refuses objects with duplicate members. */
export const parseChecked = async (given: SentText, _: unknown, ask: Ask): Promise<Inline> => {
  const { text, place } = await readText(given, ask)
  const { value, texts } = readExactly({ text, place })
  const open: Array<Set<string>> = []
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (name, at) => {
      const names = open.at(-1)
      if (names?.has(name))
        throw invalid(
          `In ${place}, an object names the member ${shown(name)} twice, the second time at ${describePosition(text, at)}; keep one of them.`
        )
      names?.add(name)
    }
  })
  return { ...inline(value), texts }
}

const shown = (name: string): string => JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}…` : name)
