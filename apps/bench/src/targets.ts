/** "Costs the same": a tolerance, chosen so that noise does not decide. */
export const flat = 1.15

/** What a call costs at most, in L of its own kind of handler, through any door. */
export const wholeCall = { async: 12, sync: 9 } as const

/** What a refusal costs at most, in L. */
export const refusal = 7

/** A call of ten thousand that wait, in calls of four that do not. */
export const waitingCall = 3

/** Registering, in compiling the same schemas. */
export const registering = 1 / 20

/** What a million calls may leave behind. */
export const heapBytes = 1024 * 1024

/** A decision with very many rules or roles, in decisions with one. */
export const manyRules = 2

/** A decision with very many rules, in look-ups of the same power that are written by hand. */
export const bareLookUp = 3

/** What `DefaultPolicy` adds to a whole call, in L. */
export const defaultPolicy = 2

/** A runner's call and its answer, in echoes of the same over the same kind of descriptor. */
export const roundTrip = 2

/** One of many calls of a runner that are in flight, in echoes of the same. */
export const pipelinedCall = 2

/** A record that has to last among a hundred, in records that are written and synced one by one. */
export const groupedRecord = 1 / 30

/** What is listed since a late time, in listing all: segments of earlier times are not read. */
export const listedSince = 1 / 30
