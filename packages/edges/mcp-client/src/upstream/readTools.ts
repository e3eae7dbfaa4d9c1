import { quoted, type Tool } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { Redaction } from "@toolgate/local-secrets/references"
import { escapeDefinition, removeSecrets } from "./cleanedDefinition.ts"
import { type ListedTool, readListed } from "./listedTool.ts"
import type { ToolList } from "./listTools.ts"
import type { ToolFault } from "./McpServerStatus.ts"
import { getLookalikeKey, getRegisteredName, makeNameDistinct } from "./registeredNames.ts"

/** A tool that can be registered for a server. */
export interface Candidate {
  readonly name: string
  /** The server's own name for the tool, prompt or resource. */
  readonly label: string
  /** The definition as canonical JSON. A registered tool with an equal definition stays. */
  readonly text: string
  /** The server's definition, if this is one of the server's tools. */
  readonly listed?: ListedTool
  /** The strength of the claim to the name: a gate's tool (2), a tool with exactly this name (1), any other (0). */
  readonly claim: 0 | 1 | 2
  readonly make: (name: string) => Tool
}

export interface ReadTools {
  readonly candidates: ReadonlyArray<Candidate>
  readonly leftOut: ReadonlyArray<ToolFault>
}

/**
 * Validates a server's list of tools and removes the secrets of its entry. Invalid tools are left out with the reason.
 */
export const readTools = (
  server: string,
  { tools: given, unsendable, leftOut: unread }: ToolList,
  redaction: Redaction,
  make: (listed: ListedTool, name: string) => Tool
): ReadTools => {
  const leftOut: Array<ToolFault> = [...unread]
  const candidates: Array<Candidate> = []
  for (const [index, one] of given.entries()) {
    const sent = readListed(one)
    const plain = typeof sent === "string" ? sent : (removeSecrets(sent, redaction) ?? holdsSecret)
    const listed = typeof plain === "string" ? plain : (escapeDefinition(plain) ?? holdsHidden)
    const name = typeof listed === "string" ? undefined : getRegisteredName(server, listed.name)
    const called = nameIn(one, redaction) ?? `tool ${index + 1} of the list`
    if (typeof listed === "string") leftOut.push({ tool: called, why: listed })
    else if (unsendable.has(listed.name)) leftOut.push({ tool: quoted(listed.name), why: badHeaders })
    else if (onlyRunsAsTask(listed)) leftOut.push({ tool: quoted(listed.name), why: onlyTask })
    else if (name === undefined) leftOut.push({ tool: quoted(listed.name), why: badName })
    else
      candidates.push({
        name,
        label: listed.name,
        text: canonicalizeJson(listed),
        listed,
        claim: name === `mcp__${server}__${listed.name}` ? 1 : 0,
        make: (name) => make(listed, name)
      })
  }
  return { candidates, leftOut }
}

/**
 * Gives each candidate a unique name, and leaves the others out. Identical definitions count once. If names differ only
 * in case or not at all, the strongest claim keeps the name and the others get a digest.
 */
export const assignNames = (
  given: ReadonlyArray<Candidate>
): { readonly named: ReadonlyMap<string, Candidate>; readonly leftOut: ReadonlyArray<ToolFault> } => {
  const candidates = [...new Map(given.map((one) => [`${one.name} ${one.text}`, one])).values()]
  const alike = Map.groupBy(candidates, ({ name }) => getLookalikeKey(name))
  const distinct = candidates.map((one) => {
    const others = (alike.get(getLookalikeKey(one.name)) ?? []).filter((other) => other !== one)
    return others.every(({ claim }) => claim < one.claim)
      ? one
      : { ...one, name: makeNameDistinct(one.name, one.label) }
  })
  const shared = Map.groupBy(distinct, ({ name }) => getLookalikeKey(name))
  const named = new Map<string, Candidate>()
  const leftOut: Array<ToolFault> = []
  for (const one of distinct)
    if ((shared.get(getLookalikeKey(one.name)) ?? []).length > 1)
      // A call of this name would be ambiguous to the server.
      leftOut.push({ tool: quoted(one.label), why: "another tool has the same name" })
    else named.set(one.name, one)
  return { named, leftOut }
}

const nameIn = (given: unknown, { text }: Redaction): string | undefined =>
  typeof given === "object" && given !== null && "name" in given && typeof given.name === "string"
    ? quoted(text(given.name))
    : undefined

/** Whether a server accepts calls of a tool only as tasks of the protocol. */
const onlyRunsAsTask = ({ execution }: ListedTool): boolean =>
  typeof execution === "object" &&
  execution !== null &&
  "taskSupport" in execution &&
  execution.taskSupport === "required"

const onlyTask = "it runs only as a task, which the gate does not support"

const holdsSecret = "its definition contains a secret of the server's entry outside its descriptions"

const holdsHidden = "a name or a value in its schema has invisible characters"

const badHeaders = "its arguments cannot be sent as the headers that its schema asks for"

/** The reason why a name cannot be registered. */
export const badName = "its name contains characters other than ASCII"
