/** The largest ratio at which two costs count as equal, to tolerate noise. */
export const flat = 1.15

/** The largest cost of a call through any door, in L with the same kind of handler. */
export const wholeCall = { async: 12, sync: 9 } as const

/** The largest cost of a refusal, in L. */
export const refusal = 7

/** The largest cost of one of ten thousand waiting calls, in calls of four callers that do not wait. */
export const waitingCall = 3

/** The largest cost of registering tools, in compilations of the same schemas. */
export const registering = 1 / 20

/** The largest cost per item for ten times as many items. */
export const linear = 1.5

/** The largest growth of the heap after a million calls, in bytes. */
export const heapBytes = 1024 * 1024

/** The largest cost of a decision with very many rules or roles, in decisions with one. */
export const manyRules = 2

/** The largest cost of a decision with very many rules, in equivalent handwritten lookups. */
export const bareLookUp = 3

/** The largest additional cost of `DefaultPolicy` for a whole call, in L. */
export const defaultPolicy = 2

/** The largest cost of a runner's call and answer, in echoes over the same kind of descriptor. */
export const measureRoundTrip = 2

/** The largest cost of one of a runner's concurrent calls, in echoes. */
export const pipelinedCall = 2

/** The largest cost of a durable record with a hundred callers, in records that are written and synced one by one. */
export const groupedRecord = 1 / 30

/**
 * The largest cost of listing the records since a late time, in listings of the whole log. Earlier segments are not
 * read.
 */
export const listedSince = 1 / 30

/** The largest cost of an MCP server's call over stdio through the gate, in calls of an SDK client. */
export const gateOverStdio = 1.25

/** The largest cost of a client's call of a gate over HTTP, in calls of a bare SDK server. */
export const gateOverHttp = 1.15

/** The largest cost of a call over a Unix socket, in echoes of a bare server. */
export const callOverSocket = 1.5

/** The largest time for starting a gate with MCP servers, in starts of the same servers by SDK clients. */
export const startOfServers = 2

/** The largest time for listing MCP tools that a gate knows, in nanoseconds. */
export const knownList = 20e6

/** The largest cost of a framework's turn with a call of the gate's tool, in turns with the framework's own tool. */
export const adapterOverFramework = 1.25

/** The largest time for declaring a thousand tools to a provider, in nanoseconds. */
export const measureDeclaring = 20e6

/** The largest time for loading a catalogue of a thousand tools, in nanoseconds. */
export const loadedCatalogue = 150e6

/** The longest time that importing a toolbox entry adds to a program with `core`, in nanoseconds. */
export const importedEntry = 50e6
