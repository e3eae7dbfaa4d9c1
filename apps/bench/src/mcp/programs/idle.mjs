// Serves MCP over HTTP and does nothing: a gate, or a bare server of the SDK. Tells its parent how much memory it takes.
import { setImmediate } from "node:timers/promises"

const { close } =
  process.argv[2] === "gate"
    ? await (await import("../serveGate.ts")).serveGate()
    : await (await import("../serveBare.ts")).serveBare()
for (let time = 0; time < 4; time++) {
  globalThis.gc?.()
  await setImmediate()
}
process.send?.(process.memoryUsage.rss())
await close()
process.disconnect?.()
