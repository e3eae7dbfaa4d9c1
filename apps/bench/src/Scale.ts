/** The amount of work in a measurement. */
export interface Scale {
  /** Whether targets are judged and cases run in separate processes. */
  readonly judged: boolean
  readonly rounds: number
  /** The time of a batch of one case, in milliseconds. */
  readonly batchMs: number
  /** The warm-up time of a case, in milliseconds. 0: the first run is measured. */
  readonly warmUpMs: number
  /** The number of tools in cases with many tools. */
  readonly tools: number
  /** The number of rules of a policy with many rules. */
  readonly rules: number
  /** The number of roles of a policy with many roles. */
  readonly roles: number
  readonly waiting: number
  readonly heapCalls: number
  /** The number of records in an audit log that is read. */
  readonly listed: number
}

/** The scale at which targets are judged. */
export const full: Scale = {
  judged: true,
  rounds: 60,
  batchMs: 10,
  warmUpMs: 250,
  tools: 1000,
  rules: 10_000,
  roles: 1000,
  waiting: 10_000,
  heapCalls: 1_000_000,
  listed: 200_000
}

/** The scale that only shows that everything runs. Its figures are noise. */
export const quick: Scale = {
  judged: false,
  rounds: 1,
  batchMs: 0,
  warmUpMs: 0,
  tools: 20,
  rules: 100,
  roles: 20,
  waiting: 200,
  heapCalls: 1_000,
  listed: 500
}
