// biome-ignore lint/suspicious/noImportCycles: texts hold JSON and lists, and these hold texts
import { argumentSecrets, type ItemSecret, listSecrets } from "../values/listSecrets.ts"
import { memberSecrets } from "../values/memberSecrets.ts"
import { unescaped } from "./encodings.ts"
import { type LooseList, type LooseObject, type LooseText, type LooseValue, looseJson } from "./looseJson.ts"
import type { Span } from "./Span.ts"
// biome-ignore lint/suspicious/noImportCycles: texts hold JSON and lists, and these hold texts
import { type Depth, textSecrets } from "./textSecrets.ts"
import type { View } from "./View.ts"

/** Adds the secrets of the JSON that stands in a text: by the names of members, and by what the items of a list say together. */
export const jsonSecrets = (text: string, depth: Depth, found: Array<Span>): void => {
  for (const value of looseJson(text)) search(value, depth, found)
}

const search = (value: LooseValue, depth: Depth, found: Array<Span>): void => {
  if (value.kind === "object") inObject(value, depth, found)
  else if (value.kind === "list") inList(value, (items) => listSecrets(items, depth), depth, found)
  else if (value.kind === "text" && !value.isPlain && depth.characters > 0) inText(value, depth, found)
}

const inObject = ({ members }: LooseObject, depth: Depth, found: Array<Span>): void => {
  const shown = Object.fromEntries(members.map(({ name, value }) => [name, shownValue(value)]))
  const secret = memberSecrets(shown)
  for (const { name, isQuoted, value } of members) {
    if (isData(name, isQuoted, value) && secret(name)) found.push({ from: value.from, to: value.to })
    else if (value.kind === "list") inList(value, (items) => argumentSecrets(shown, name, items, depth), depth, found)
    else search(value, depth, found)
  }
}

/** Whether a member is one of data: in code a name has no quotes, and an expression stands where its value would. */
const isData = (name: string, isQuoted: boolean, value: LooseValue): boolean =>
  value.kind === "text" ||
  (isQuoted && /^[^\s]+(?: [^\s]+){0,2}$/.test(name) && (value.kind !== "other" || /^\d+$/.test(value.value)))

const inList = (
  { items }: LooseList,
  secretsOf: (items: ReadonlyArray<unknown>) => ReadonlyMap<number, ItemSecret> | undefined,
  depth: Depth,
  found: Array<Span>
): void => {
  const views = items.map(viewOf)
  const secrets = secretsOf(items.map((item, at) => views[at]?.text ?? shownValue(item)))
  for (const [at, item] of items.entries()) {
    const view = views[at]
    const secret = secrets?.get(at)
    if (secret === "whole") found.push({ from: item.from, to: item.to })
    else if (secret !== undefined && view !== undefined)
      for (const { from, to } of secret) found.push({ from: item.from + view.from(from), to: item.from + view.to(to) })
    if (secret !== "whole") search(item, depth, found)
  }
}

const inText = (item: LooseText, depth: Depth, found: Array<Span>): void => {
  const view = viewOf(item)
  if (view === undefined) return
  for (const { from, to } of textSecrets(view.text, depth))
    found.push({ from: item.from + view.from(from), to: item.from + view.to(to) })
}

/** What decides of the others beside it: a text or a word, and of what is larger only that it is something. */
const shownValue = (value: LooseValue): string | Record<string, never> => {
  if (value.kind === "text") return viewOf(value)?.text ?? value.value
  return value.kind === "other" ? value.value : {}
}

const viewOf = (value: LooseValue): View | undefined => {
  if (value.kind !== "text") return undefined
  const plain: View = { text: value.value, from: (at) => at, to: (at) => at }
  return value.isPlain ? plain : (unescaped(value.value) ?? plain)
}
