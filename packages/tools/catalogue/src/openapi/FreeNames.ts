/** Generates unique names. */
export class FreeNames {
  private readonly taken = new Set<string>()
  private readonly counts = new Map<string, number>()

  /** Returns the first free candidate or, if all are taken, the last one with a number, within `longest` characters. */
  take(wanted: ReadonlyArray<string>, longest = Number.POSITIVE_INFINITY): string {
    const last = wanted.at(-1) ?? ""
    let name = wanted.find((one) => !this.taken.has(one))
    // Continues from the last number, because thousands of equal names would otherwise be retried.
    for (let number = this.counts.get(last) ?? 2; name === undefined; number++) {
      const end = `_${number}`
      const numbered = `${last.slice(0, longest - end.length)}${end}`
      this.counts.set(last, number + 1)
      if (!this.taken.has(numbered)) name = numbered
    }
    this.taken.add(name)
    return name
  }
}
