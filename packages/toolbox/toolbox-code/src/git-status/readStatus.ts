import type { Json, JsonObject, ToolOutput } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"

/** Parses the output of `git status --porcelain=v2 -z --branch`. */
export const readStatus = (printed: string): ToolOutput => {
  const branch: Record<string, Json> = {}
  const entries: Array<Entry> = []
  const records = printed.split("\0").values()
  for (const record of records) {
    if (record.startsWith("# ")) Object.assign(branch, branchOf(record.slice(2)))
    else if (record.startsWith("? ")) entries.push({ list: "untracked", entry: record.slice(2) })
    else if (record.startsWith("u ")) entries.push({ list: "conflicted", entry: fieldsOf(record, 10).path })
    else if (record.startsWith("1 ")) entries.push(...changesOf(fieldsOf(record, 8)))
    // The former path is in a separate record.
    else if (record.startsWith("2 ")) entries.push(...changesOf(fieldsOf(record, 9), records.next().value))
  }
  return boundOutput(
    entries as ReadonlyArray<Json>,
    (kept, cut) => {
      const of = (name: Entry["list"]): ReadonlyArray<Json> =>
        (kept as ReadonlyArray<Entry>).flatMap(({ list, entry }) => (list === name ? [entry] : []))
      const lists = Object.fromEntries(names.map((name) => [name, of(name)])) as JsonObject
      return { ...branch, ...lists, total: entries.length, cut }
    },
    "Add folders of results to .gitignore, or look at the rest with git_diff."
  )
}

const names = ["staged", "changed", "untracked", "conflicted"] as const

type Entry = { readonly list: (typeof names)[number]; readonly entry: Json }

const branchOf = (line: string): JsonObject => {
  const [name, first = "", second = ""] = line.split(" ")
  switch (name) {
    case "branch.head":
      return first === "(detached)" ? {} : { branch: first }
    case "branch.upstream":
      return { upstream: first }
    case "branch.ab":
      return { ahead: Number(first.slice(1)), behind: Number(second.slice(1)) }
    default:
      return {}
  }
}

interface Fields {
  /** The two letters of a change: in the index, and in the working tree. */
  readonly letters: string
  readonly path: string
}

/** Returns the fields of a record whose last field is a path, after this many others. A path may contain blanks. */
const fieldsOf = (record: string, others: number): Fields => {
  const fields = record.split(" ")
  return { letters: fields[1] ?? "", path: fields.slice(others).join(" ") }
}

const changesOf = ({ letters, path }: Fields, from?: string): ReadonlyArray<Entry> =>
  (["staged", "changed"] as const).flatMap((list, at) => {
    const letter = letters.charAt(at)
    const change = changes[letter]
    if (change === undefined) return []
    const before = from !== undefined && (letter === "R" || letter === "C") ? { from } : {}
    return [{ list, entry: { path, change, ...before } }]
  })

const changes: Readonly<Record<string, string>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  R: "renamed",
  C: "copied",
  T: "type_changed"
}
