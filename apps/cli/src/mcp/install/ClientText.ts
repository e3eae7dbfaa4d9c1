import type { FoundServer } from "./ServerDraft.ts"

/** The entry of the gate in a client's configuration. */
export interface GateEntry {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

/** A problem of a client's configuration, as the end of a sentence that begins with "PATH:". */
export interface ClientFault {
  readonly fault: string
}

/** The text of a client's configuration. Edits change only the servers' entries, and preserve every other byte. */
export interface ClientText {
  readonly text: string
  readonly servers: ReadonlyArray<FoundServer>
  /** Folders with additional servers in this configuration. They are not edited. */
  readonly folders: ReadonlyArray<string>
  /** Returns the text with the gate's entry and without these servers. */
  readonly withGate: (gate: GateEntry, without: ReadonlyArray<string>) => { readonly text: string } | ClientFault
  /** Returns the text without the gate's entry, with the entries of `other` that are missing here. */
  readonly withoutGate: (
    before: ClientText | undefined,
    names: ReadonlyArray<string>
  ) => { readonly text: string } | ClientFault
}

/** Returns a problem if the configuration has too many servers. Checked before any is read. */
export const refuseTooMany = (servers: number): ClientFault | undefined =>
  servers > mostServers ? { fault: `it has ${servers} servers; the limit is ${mostServers}` } : undefined

/** Most servers in a configuration. Each edit reads the whole text. */
const mostServers = 256

/** The name of the gate among the servers of a client. */
export const gateServer = "toolgate"

/** Whether an entry is the gate's, and not another program of the same name. */
export const isGate = (entry: unknown): boolean => {
  const args = typeof entry === "object" && entry !== null && "args" in entry ? entry.args : undefined
  return Array.isArray(args) && args.some((arg, at) => arg === "mcp" && args[at + 1] === "serve")
}

/** Reports that another program already has the gate's name. */
export const nameIsTaken: ClientFault = {
  fault: `it has a server "${gateServer}" that is not this gate; give that server another name`
}
