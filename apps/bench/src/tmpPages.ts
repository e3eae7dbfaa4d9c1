import { PendingApprovals } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { partsOf } from "toolgate/effect"
import { openAsking } from "./approvals/openAsking.ts"
const most = Number(process.argv[2] ?? 10_000)
for (const at of process.argv.slice(3) as Array<"memory" | "file">) {
  const open = async (count: number) => {
    const { gate, defer, close } = await openAsking(at)
    const ids: string[] = []
    for (let made = 0; made < count; made += 100) ids.push(...(await Promise.all(Array.from({ length: Math.min(100, count - made) }, defer))))
    return { list: Context.get(partsOf(gate).services, PendingApprovals).list, ids, close }
  }
  const few = await open(10), fifty = await open(50), many = await open(most)
  const kinds: Record<string, () => Promise<unknown>> = {
    "10 pending, page of 50": () => Effect.runPromise(few.list({ limit: 50 })),
    "50 pending, page of 50": () => Effect.runPromise(fifty.list({ limit: 50 })),
    "many, page of 10": () => Effect.runPromise(many.list({ limit: 10 })),
    "many, page of 50": () => Effect.runPromise(many.list({ limit: 50 })),
    "many, page of 50 in the middle": () => Effect.runPromise(many.list({ limit: 50, after: many.ids[most / 2] })),
    "many, page of 50 of the agent": () => Effect.runPromise(many.list({ limit: 50, agent: "agent" })),
    "many, all": () => Effect.runPromise(many.list())
  }
  const best: Record<string, number> = {}
  for (let round = 0; round < 12; round++)
    for (const [name, run] of Object.entries(kinds)) {
      const times = name === "many, all" ? 1 : 40
      await run()
      const before = process.cpuUsage()
      for (let n = 0; n < times; n++) await run()
      const { user, system } = process.cpuUsage(before)
      best[name] = Math.min(best[name] ?? Infinity, (user + system) / times)
    }
  for (const [name, us] of Object.entries(best)) console.log(at, name, us.toFixed(0), "us", (us / best["10 pending, page of 50"]!).toFixed(2))
  await few.close(); await fifty.close(); await many.close()
}
