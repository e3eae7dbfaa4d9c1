import type { ParentFrame } from "../frames/ParentFrame.ts"
import { Channel } from "./Channel.ts"
import { HeldModules } from "./HeldModules.ts"
import type { ScriptEngine } from "./script/ScriptEngine.ts"
import { serveCommand } from "./serveCommand.ts"

/**
 * The process that guests run in: it does what its parent tells it, one thing after the other, until the socket closes. It can
 * be ended at any moment, and nothing of it outlives it.
 */
const channel = new Channel()
const modules = new HeldModules()
const [, , quickJs] = process.argv
let engine: Promise<ScriptEngine> | undefined

const scripts = () => {
  engine ??= import("./script/ScriptEngine.ts").then(({ ScriptEngine }) => ScriptEngine.create(quickJs))
  return engine
}

for (;;) {
  const { header, body } = channel.next()
  const frame = header as ParentFrame
  switch (frame.type) {
    case "command":
      serveCommand(channel, modules, frame, body)
      break
    case "script": {
      const { serveScript } = await import("./serveScript.ts")
      serveScript(channel, await scripts(), frame, body)
      break
    }
    case "hold":
      modules.hold(frame, body)
      break
    case "engine":
      ;(await scripts()).prepare(frame.memoryBytes)
      break
    case "admit": {
      const { serveAdmission } = await import("./serveAdmission.ts")
      await serveAdmission(channel, frame, body)
      break
    }
    case "check": {
      const { serveCheck } = await import("./serveCheck.ts")
      serveCheck(channel, await scripts(), frame, body)
      break
    }
    case "sync":
      channel.send({ type: "ready" })
      break
    case "answer":
      // To a script that did not wait for it.
      break
  }
}
