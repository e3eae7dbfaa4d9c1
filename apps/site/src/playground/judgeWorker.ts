import { judgeCall } from "./judgeCall.ts"
import type { PlaygroundCall } from "./PlaygroundCall.ts"

/** The global object of a worker. */
const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: PlaygroundCall }) => void
  readonly postMessage: (message: unknown) => void
}

// The program of the worker. It judges one call at a time.
scope.onmessage = ({ data }) => {
  judgeCall(data).then(scope.postMessage, (error: unknown) => scope.postMessage({ failure: String(error) }))
}
scope.postMessage("ready")
