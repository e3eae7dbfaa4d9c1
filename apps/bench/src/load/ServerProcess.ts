import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openKeyFile } from "@toolgate/local-secrets"
import { openServerStore } from "@toolgate/server"

const command = join(import.meta.dirname, "../../../cli/bin/fresh.cjs")

/** A process of `toolgate serve`, with new folders for its store and its workspace. */
export class ServerProcess {
  readonly url: string
  /** The tokens of the agents. */
  readonly agents: ReadonlyArray<string>
  /** The token of a person who decides. */
  readonly person: string
  private readonly child: ChildProcess
  private readonly folder: string

  private constructor(url: string, agents: ReadonlyArray<string>, person: string, child: ChildProcess, folder: string) {
    this.url = url
    this.agents = agents
    this.person = person
    this.child = child
    this.folder = folder
  }

  /** Starts a server with this many agents. Its workspace has the file `a.txt`. */
  static async start(count: number): Promise<ServerProcess> {
    const folder = mkdtempSync(join(tmpdir(), "toolgate-load-"))
    const [workspace, key] = [mkdtempSync(join(folder, "workspace-")), join(folder, "store.key")]
    const at = join(folder, "store.sqlite")
    writeFileSync(join(workspace, "a.txt"), "hello\n".repeat(100))
    await openKeyFile(key)
    const store = await openServerStore({ at, key: `file:${key}` })
    const agents: Array<string> = []
    for (let at = 0; at < count; at++) agents.push(await store.addToken({ name: `agent-${at}` }, "load"))
    const person = await store.addToken({ name: "ada", rights: ["decide", "read"] }, "load")
    await store.close()
    const words = ["--listen", "127.0.0.1:0", "--workspace", workspace, "--store", at, "--store-key", `file:${key}`]
    // The user's own settings must not change what is measured. With a limit, as in a container, garbage does not pile up: what
    // is left is what the server keeps.
    const env = {
      NODE_OPTIONS: "--max-old-space-size=256",
      PATH: process.env.PATH,
      HOME: folder,
      XDG_STATE_HOME: folder,
      XDG_CONFIG_HOME: folder
    }
    const child = spawn(process.execPath, [command, "serve", ...words], { env, stdio: ["ignore", "ignore", "pipe"] })
    const url = await new Promise<string>((resolve, reject) => {
      let said = ""
      child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
        said += piece
        const [, url] = /Serving at (\S+)\n/.exec(said) ?? []
        if (url !== undefined) resolve(url)
      })
      child.once("exit", () => reject(new Error(`The server ended: ${said}`)))
    })
    return new ServerProcess(url, agents, person, child, folder)
  }

  /** Reads the resident memory, in MiB. */
  readMemory(): number {
    const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.child.pid}/status`, "utf8")) ?? []
    return Number(kibibytes) / 1024
  }

  /** Counts the open descriptors. */
  countDescriptors(): number {
    return readdirSync(`/proc/${this.child.pid}/fd`).length
  }

  /** Stops the server, and removes its folders. Rejects if it had ended before, or does not end by the signal. */
  async stop(): Promise<void> {
    const { child } = this
    const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined
    child.kill("SIGTERM")
    await ended
    rmSync(this.folder, { recursive: true, force: true })
    if (child.exitCode !== 143) throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}.`)
  }
}
