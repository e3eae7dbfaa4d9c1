import * as Context from "effect/Context"

/** Where bubblewrap is; `undefined`: where the system keeps its programs. It is never looked for in `PATH`. */
export const GuestBubblewrap = Context.Reference<string | undefined>("@toolgate/sandbox-wasm/GuestBubblewrap", {
  defaultValue: () => undefined
})
