import type { FoundServer } from "./ServerDraft.ts"

/** The entry of the gate in a client's configuration. */
export interface GateEntry {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/** A problem of a client's configuration, as the end of a sentence that begins with the file's path and a colon. */
export interface ClientFault {
  readonly fault: string
}

/** The text of a client's configuration. Edits change the entries of servers, and leave every other byte as it is. */
export interface ClientText {
  readonly text: string
  readonly servers: ReadonlyArray<FoundServer>
  /** The folders for which the configuration has further servers. They are not edited. */
  readonly folders: ReadonlyArray<string>
  /** Returns the text with the entry of the gate, and without the entries of these servers. */
  readonly withGate: (gate: GateEntry, without: ReadonlyArray<string>) => { readonly text: string } | ClientFault
  /** Returns the text without the entry of the gate, and with those entries of another text that are missing here. */
  readonly withoutGate: (
    before: ClientText | undefined,
    names: ReadonlyArray<string>
  ) => { readonly text: string } | ClientFault
}

/** Returns the problem of a configuration with too many servers, before any of them is read; `undefined` if there are not. */
export const tooMany = (servers: number): ClientFault | undefined =>
  servers > mostServers ? { fault: `it has ${servers} servers, and at most ${mostServers} are read` } : undefined

/** The most servers of one configuration. Each edit of the text reads the whole of it. */
const mostServers = 256

/** The name of the gate among the servers of a client. */
export const gateServer = "toolgate"

/** Whether an entry is one of the gate, and not of another program of the same name. */
export const isGate = (entry: unknown): boolean => {
  const args = typeof entry === "object" && entry !== null && "args" in entry ? entry.args : undefined
  return Array.isArray(args) && args.some((arg, at) => arg === "mcp" && args[at + 1] === "serve")
}

/** The problem of a configuration in which another program has the gate's name. */
export const nameIsTaken: ClientFault = {
  fault: `it has a server "${gateServer}" that is not this gate; give that server another name`
}
