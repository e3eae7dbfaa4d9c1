/**
 * Calls a listener of a call when nothing is being read. An error that it throws is its author's fault: the process
 * emits a warning, and the call goes on.
 */
export const tellListener = <What>(listener: (what: What) => unknown, what: What) => {
  Promise.resolve(what)
    .then(listener)
    .catch((cause) => process.emitWarning(new ListenerFailed(cause)))
}

class ListenerFailed extends Error {
  override readonly name = "ListenerFailed"

  constructor(cause: unknown) {
    super("A listener of a call has failed.", { cause })
    // A warning shows only its stack, and the reader needs the place where the listener threw.
    if (cause instanceof Error && cause.stack !== undefined)
      this.stack = `${this.name}: ${this.message}\n${cause.stack}`
  }
}
