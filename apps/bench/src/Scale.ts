/** How much is measured. */
export interface Scale {
  /** Whether the figures are worth being held to a target, and cases worth a process of their own. */
  readonly judged: boolean
  readonly rounds: number
  /** How long a batch of one case takes, in milliseconds. */
  readonly batchMs: number
  /** How long each case runs before it is measured, in milliseconds. */
  readonly warmUpMs: number
  /** "Many tools". */
  readonly tools: number
  /** "Many rules" of a policy. */
  readonly rules: number
  /** "Many roles" of a policy. */
  readonly roles: number
  readonly waiting: number
  readonly heapCalls: number
  /** Records of an audit log that is read. */
  readonly listed: number
}

/** What is measured where targets are judged. */
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

/** Shows that everything runs. Its figures are noise. */
export const quick: Scale = {
  judged: false,
  rounds: 1,
  batchMs: 1,
  warmUpMs: 1,
  tools: 20,
  rules: 100,
  roles: 20,
  waiting: 200,
  heapCalls: 1_000,
  listed: 500
}
