// Serves MCP over HTTP and does nothing: a gate, or a bare SDK server. Sends its parent the memory that it uses.
import { setImmediate } from "node:timers/promises"

const serve = {
  gate: async () => (await import("../serveGate.ts")).serveGate(),
  bare: async () => {
    const { createLeastServer, serveBare } = await import("../serveBare.ts")
    return serveBare(createLeastServer)
  }
}
const { close } = await serve[process.argv[2]]()
for (let time = 0; time < 4; time++) {
  globalThis.gc?.()
  await setImmediate()
}
process.send?.(process.memoryUsage.rss())
await close()
process.disconnect?.()
