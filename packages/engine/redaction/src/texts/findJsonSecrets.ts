// biome-ignore lint/suspicious/noImportCycles: texts hold JSON and lists, and these hold texts
import { argumentSecrets, type ItemSecret, listSecrets } from "../values/listSecrets.ts"
import { memberSecrets } from "../values/memberSecrets.ts"
import { decodeEscapes } from "./encodings.ts"
import { type LooseList, type LooseObject, type LooseText, type LooseValue, readLooseJson } from "./readLooseJson.ts"
import type { Span } from "./Span.ts"
// biome-ignore lint/suspicious/noImportCycles: texts hold JSON and lists, and these hold texts
import { type SearchBudget, textSecrets } from "./textSecrets.ts"
import type { View } from "./View.ts"

/** Adds the secrets of JSON in a text: members by their names, and items by their neighbours. */
export const findJsonSecrets = (text: string, budget: SearchBudget, found: Array<Span>): void => {
  for (const value of readLooseJson(text)) search(value, budget, found)
}

const search = (value: LooseValue, budget: SearchBudget, found: Array<Span>): void => {
  if (value.kind === "object") inObject(value, budget, found)
  else if (value.kind === "list") inList(value, (items) => listSecrets(items, budget), budget, found)
  else if (value.kind === "text" && !value.isPlain && budget.characters > 0) inText(value, budget, found)
}

const inObject = ({ members }: LooseObject, budget: SearchBudget, found: Array<Span>): void => {
  const shown = Object.fromEntries(members.map(({ name, value }) => [name, shownValue(value)]))
  const secret = memberSecrets(shown)
  for (const { name, isQuoted, value } of members) {
    if (isData(name, isQuoted, value) && secret(name)) found.push({ from: value.from, to: value.to })
    else if (value.kind === "list") inList(value, (items) => argumentSecrets(shown, name, items, budget), budget, found)
    else search(value, budget, found)
  }
}

/** Whether a member is data, not source code. In code, names have no quotes and values are expressions. */
const isData = (name: string, isQuoted: boolean, value: LooseValue): boolean =>
  value.kind === "text" ||
  (isQuoted && /^[^\s]+(?: [^\s]+){0,2}$/.test(name) && (value.kind !== "other" || /^\d+$/.test(value.value)))

const inList = (
  { items }: LooseList,
  secretsOf: (items: ReadonlyArray<unknown>) => ReadonlyMap<number, ItemSecret> | undefined,
  budget: SearchBudget,
  found: Array<Span>
): void => {
  const views = items.map(viewOf)
  const secrets = secretsOf(items.map((item, at) => views[at]?.text ?? shownValue(item)))
  for (const [at, item] of items.entries()) {
    const view = views[at]
    // An unquoted word is a name in source code.
    const isName = item.kind === "other" && !/^\d/.test(item.value)
    const secret = isName ? undefined : secrets?.get(at)
    if (secret === "whole") found.push({ from: item.from, to: item.to })
    else if (secret !== undefined && view !== undefined)
      for (const { from, to } of secret) found.push({ from: item.from + view.from(from), to: item.from + view.to(to) })
    if (secret !== "whole") search(item, budget, found)
  }
}

const inText = (item: LooseText, budget: SearchBudget, found: Array<Span>): void => {
  const view = viewOf(item)
  if (view === undefined) return
  for (const { from, to } of textSecrets(view.text, budget))
    found.push({ from: item.from + view.from(from), to: item.from + view.to(to) })
}

/**
 * Returns the part of a value that is shown to its neighbours: a text or word, or an empty object for a list or object.
 */
const shownValue = (value: LooseValue): string | Record<string, never> => {
  if (value.kind === "text") return viewOf(value)?.text ?? value.value
  return value.kind === "other" ? value.value : {}
}

const viewOf = (value: LooseValue): View | undefined => {
  if (value.kind !== "text") return undefined
  const plain: View = { text: value.value, from: (at) => at, to: (at) => at }
  return value.isPlain ? plain : (decodeEscapes(value.value) ?? plain)
}
