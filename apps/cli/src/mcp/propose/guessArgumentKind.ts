/** An argument of a tool as its schema describes it: a text, or a list of strings. */
export interface DescribedArgument {
  readonly name: string
  /** The format, description and title in the schema, if they are texts. */
  readonly format: string | undefined
  readonly described: string
  readonly isList: boolean
}

/** The kind of thing that an argument may name. `undefined` if its words do not suggest any. */
export type ArgumentKind = "file" | "url" | "shell" | "argv" | undefined

/**
 * Guesses the kind of an argument from its words. The guess needs review: schemas cannot declare a path, and the words come from the
 * server.
 */
export const guessArgumentKind = (argument: DescribedArgument, isAboutFiles: boolean): ArgumentKind => {
  const { name, format, described, isList } = argument
  const words = wordsOf(name)
  const whole = words.join(" ")
  const last = words.at(-1) ?? ""
  if (commands.has(whole)) return isList ? "argv" : "shell"
  if (format !== undefined) return urlFormats.has(format) ? "url" : undefined
  if (notNames.test(described) || choices.has(words[0] ?? "")) return undefined
  if (urlWords.has(last) || (maybeUrlWords.has(last) && /\burl/i.test(described))) return "url"
  if (fileWords.has(last) || (isAboutFiles && maybeFileWords.has(whole))) return "file"
  if (/^[\w ]{0,30}\burls?\b(?! path)/i.test(described)) return "url"
  return saysPath.test(described) ? "file" : undefined
}

/** Whether the argument's name fits a path in a remote store as well as a local path. */
export const mayBeElsewhere = (name: string): boolean => placeWords.has(wordsOf(name).join(" "))

/** Whether an argument is named like a file name without a folder. */
export const isBareName = (name: string): boolean => /^file ?names?$/.test(wordsOf(name).join(" "))

const wordsOf = (name: string): ReadonlyArray<string> =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")

const commands: ReadonlySet<string> = new Set([
  "argv",
  "bash command",
  "cmd",
  "command",
  "command line",
  "shell command"
])

const urlFormats: ReadonlySet<string> = new Set(["uri", "url", "iri", "uri-reference", "iri-reference"])

const urlWords: ReadonlySet<string> = new Set(["url", "urls", "uri", "uris", "href", "hrefs", "website", "webpage"])
const maybeUrlWords: ReadonlySet<string> = new Set(["endpoint", "link", "links", "page", "address"])

const fileWords: ReadonlySet<string> = new Set(
  ["path", "file", "filepath", "filename", "pathname", "dir", "directory", "folder", "dirname", "workdir"].flatMap(
    (word) => [word, `${word}s`]
  )
)
  .add("cwd")
  .add("directories")

const maybeFileWords: ReadonlySet<string> = new Set([
  "source",
  "src",
  "destination",
  "dest",
  "dst",
  "target",
  "from",
  "to"
])

const placeWords: ReadonlySet<string> = new Set(
  ["path", "file path", "filepath", "file", "file name", "filename", "dir", "directory", "folder"].flatMap((word) => [
    word,
    `${word}s`
  ])
)

/** First words of arguments that select from existing items. */
const choices: ReadonlySet<string> = new Set(["allow", "deny", "exclude", "ignore", "include", "select", "skip"])

const notNames =
  /\b(?:json ?path|xpath|url path|api path|selector|base ?64|contents? of|globs?|patterns?|regex(?:p|es)?|expression|fields?|ids?|identifiers?)\b/i

const saysPath =
  /^(?:the |an? |optional |absolute |relative |full |local )*(?:file |directory |folder |output |input )?paths? (?:to|of|where|for|on|in)\b|\b(?:absolute|local|file|filesystem|directory) paths?\b/i
