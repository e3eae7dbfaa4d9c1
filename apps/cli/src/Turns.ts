/** Has one thing happen after another, in the order in which they are asked for. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve()

  take<A>(act: () => Promise<A>): Promise<A> {
    const result = this.last.then(act)
    this.last = result.catch(() => {})
    return result
  }
}
