/** Runs actions one after the other, in the order in which they are added. */
export class ActionQueue {
  private last: Promise<unknown> = Promise.resolve()

  add<A>(act: () => Promise<A>): Promise<A> {
    const result = this.last.then(act)
    this.last = result.catch(() => {})
    return result
  }
}
