import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { openKeyFile } from "@toolgate/local-secrets"
import { onTestFinished } from "vitest"
import { builtins, createToolgate, type ToolgateOptions } from "../src/index.ts"
import { newFolder } from "./places.ts"

/** Makes the parts of gates that share a new store: a workspace, and a key beside it. */
export const newSharing = async (at: string) => {
  const folder = newFolder()
  await openKeyFile(join(folder, "store.key"))
  const store = { at, key: `file:${join(folder, "store.key")}` }
  const workspace = newFolder()
  const effects = join(folder, "effects")

  /** Opens a gate that asks about everything that writes. */
  const open = async (more: Partial<ToolgateOptions<never>> = {}) => {
    const gate = await createToolgate({
      workspace,
      policy: { files: [] },
      tools: builtins(),
      store,
      onAsk: "wait",
      ...more
    })
    onTestFinished(() => gate.close())
    return gate
  }

  /** Starts a gate in a separate process, with a tool that adds lines to a file. */
  const start = async (policy: "host" | "asking" = "asking") => {
    const words = [workspace, store.at, store.key, effects, policy]
    const execArgv = ["--conditions=@toolgate/source", "--disable-warning=ExperimentalWarning"]
    const child = fork(join(import.meta.dirname, "programs", "sharedGate.ts"), words, { execArgv })
    onTestFinished(() => void child.kill("SIGKILL"))
    await once(child, "message")
    return async (method: "dispatch" | "resume" | "decide", ...args: ReadonlyArray<unknown>) => {
      const answered = once(child, "message")
      child.send([method, ...args])
      const [answer] = await answered
      return answer
    }
  }

  const done = () => (existsSync(effects) ? readFileSync(effects, "utf8").split("\n").slice(0, -1) : [])
  return { workspace, store, open, start, done }
}
