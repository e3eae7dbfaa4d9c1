/** The samples of a part of a load. */
export class Period {
  /** The time of each call, in milliseconds. */
  readonly latencies: Array<number> = []
  /** Samples of the memory, in MiB. */
  readonly memory: Array<number> = []
  readonly descriptors: Array<number> = []

  /** Returns the time within which this share of the calls ended. */
  getLatency(share: number): number {
    const sorted = this.latencies.toSorted((one, other) => one - other)
    return sorted[Math.floor(share * sorted.length)] ?? Number.NaN
  }

  /** Returns the memory that remains after garbage was collected. */
  getLeastMemory(): number {
    return Math.min(...this.memory)
  }

  getMostDescriptors(): number {
    return Math.max(...this.descriptors)
  }
}
