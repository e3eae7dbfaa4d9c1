import type { ParentFrame } from "../frames/ParentFrame.ts"
import { GuestCache } from "./GuestCache.ts"
import { ParentSocket } from "./ParentSocket.ts"
import { type SentFiles, serveCommand } from "./serveCommand.ts"

/**
 * The process that runs guests. It executes its parent's messages in order until the socket closes. It can be killed at
 * any time and leaves nothing behind.
 */
const channel = new ParentSocket()
const guests = new GuestCache()
/** The files of the next command. */
let files: SentFiles | undefined
const [, , quickJs] = process.argv
let loaded: ReturnType<typeof load> | undefined

/** Loads the script engine, which is slow. */
const load = async () => {
  const [{ ScriptEngine }, { serveScript }] = await Promise.all([
    import("./script/ScriptEngine.ts"),
    import("./serveScript.ts")
  ])
  return { engine: await ScriptEngine.create(quickJs), serveScript }
}

const scripts = () => {
  loaded ??= load()
  return loaded
}

/** Loads a module that checks guests. An app may bundle only part of its packages; the check is then refused. */
const orRefused = async <Part>(part: Promise<Part>): Promise<Part | undefined> => {
  try {
    return await part
  } catch {
    channel.send({ type: "refused", reason: incomplete, isSpoilt: true })
    return undefined
  }
}

const incomplete =
  'it could not be checked: a part of the program that checks it is missing; keep "toolgate" out of the bundle, and install it beside the bundle with all its files'

for (;;) {
  const { header, body } = channel.next()
  const frame = header as ParentFrame
  switch (frame.type) {
    case "command":
      serveCommand(channel, guests, frame, body, files)
      files = undefined
      break
    case "files":
      files = { entries: frame.entries, contents: body }
      break
    case "script": {
      const { engine, serveScript } = await scripts()
      serveScript(channel, engine, guests, frame, body)
      break
    }
    case "hold":
      guests.holdModule(frame, body)
      break
    case "source":
      guests.holdSource(frame, body)
      break
    case "engine":
      // A missing engine is reported by the next request that needs it.
      ;(await scripts().catch(() => undefined))?.engine.prepare(frame.memoryBytes)
      break
    case "admit": {
      const admission = await orRefused(import("./serveAdmission.ts"))
      admission?.serveAdmission(channel, frame, body)
      break
    }
    case "check": {
      const check = await orRefused(Promise.all([import("./serveCheck.ts"), scripts()]))
      if (check !== undefined) check[0].serveCheck(channel, check[1].engine, frame, body)
      break
    }
    case "sync":
      channel.send({ type: "ready" })
      break
    case "answer":
      // An answer for a script that has ended.
      break
  }
}
