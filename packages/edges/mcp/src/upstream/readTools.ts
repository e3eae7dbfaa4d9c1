import { canonicalJson, quoted, type Tool } from "@toolgate/core"
import type { Redaction } from "@toolgate/references"
import { type ListedTool, readListed } from "./listedTool.ts"
import type { ToolList } from "./listTools.ts"
import type { ToolFault } from "./McpServerStatus.ts"
import { lookOf, registeredName, sharedNames } from "./registeredNames.ts"
import { withoutSecrets } from "./withoutSecrets.ts"

/** A tool that can be registered for a server. */
export interface Candidate {
  /** The name under which the tool is registered. */
  readonly name: string
  /** The server's own name for what the tool is made of. */
  readonly label: string
  /** The definition as canonical JSON: a tool whose definition is equal to the one that is registered stays as it is. */
  readonly text: string
  /** The server's definition, if this is one of its own tools. */
  readonly listed?: ListedTool
  readonly make: () => Tool
}

/** The tools of a list that can be registered, and the others. */
export interface ReadTools {
  readonly candidates: ReadonlyArray<Candidate>
  readonly leftOut: ReadonlyArray<ToolFault>
}

/**
 * Reads the list of a server, without the secrets of its entry. A tool that does not hold is left out with the reason, and the others
 * are not concerned.
 */
export const readTools = (
  server: string,
  { tools: given, unsendable }: ToolList,
  redaction: Redaction,
  make: (listed: ListedTool, name: string) => Tool
): ReadTools => {
  const leftOut: Array<ToolFault> = []
  const candidates: Array<Candidate> = []
  for (const [index, one] of given.entries()) {
    const sent = readListed(one)
    const listed = typeof sent === "string" ? sent : (withoutSecrets(sent, redaction) ?? holdsSecret)
    const name = typeof listed === "string" ? undefined : registeredName(server, listed.name)
    const called = nameIn(one, redaction) ?? `tool ${index + 1} of the list`
    if (typeof listed === "string") leftOut.push({ tool: called, why: listed })
    else if (unsendable.has(listed.name)) leftOut.push({ tool: quoted(listed.name), why: badHeaders })
    else if (onlyRunsAsTask(listed)) leftOut.push({ tool: quoted(listed.name), why: onlyTask })
    else if (name === undefined) leftOut.push({ tool: quoted(listed.name), why: badName })
    else
      candidates.push({ name, label: listed.name, text: canonicalJson(listed), listed, make: () => make(listed, name) })
  }
  return { candidates, leftOut }
}

/** Returns the candidates whose names nobody could take for another's, by name, and the others. */
export const withOwnNames = (
  candidates: ReadonlyArray<Candidate>
): { readonly named: ReadonlyMap<string, Candidate>; readonly leftOut: ReadonlyArray<ToolFault> } => {
  const shared = sharedNames(candidates.map(({ name }) => name))
  const named = new Map<string, Candidate>()
  const leftOut: Array<ToolFault> = []
  for (const one of candidates)
    if (shared.has(lookOf(one.name)))
      leftOut.push({ tool: quoted(one.label), why: `another tool is named "${one.name}" too` })
    else named.set(one.name, one)
  return { named, leftOut }
}

const nameIn = (given: unknown, { text }: Redaction): string | undefined =>
  typeof given === "object" && given !== null && "name" in given && typeof given.name === "string"
    ? quoted(text(given.name))
    : undefined

/** Whether a server refuses each call of a tool that is not made as a task of the protocol. */
const onlyRunsAsTask = ({ execution }: ListedTool): boolean =>
  typeof execution === "object" &&
  execution !== null &&
  "taskSupport" in execution &&
  execution.taskSupport === "required"

const onlyTask = "it runs only as a task, which the gate does not ask for"

const holdsSecret = "its definition holds a secret of the server's entry, outside of its texts"

const badHeaders = "its arguments cannot be sent as the headers that its schema asks for"

/** The reason why a name cannot be registered. */
export const badName = "its name is too long, or holds characters that are not of ASCII"
