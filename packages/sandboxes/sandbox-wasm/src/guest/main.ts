import type { ParentFrame } from "../frames/ParentFrame.ts"
import { HeldGuests } from "./HeldGuests.ts"
import { ParentSocket } from "./ParentSocket.ts"
import { type SentFiles, serveCommand } from "./serveCommand.ts"

/**
 * The process in which guests run. It does what its parent tells it, in order, until the socket closes. It can be ended
 * at any moment, and nothing of it outlives it.
 */
const channel = new ParentSocket()
const guests = new HeldGuests()
/** The files of the command that comes next. */
let files: SentFiles | undefined
const [, , quickJs] = process.argv
let loaded: ReturnType<typeof load> | undefined

/** Loads the script engine, which takes time. */
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

/**
 * Loads a part that checks guests before they are run. A server may have been built from a part of its packages, and
 * then the check is refused.
 */
const orRefused = async <Part>(part: Promise<Part>): Promise<Part | undefined> => {
  try {
    return await part
  } catch {
    channel.send({ type: "refused", reason: incomplete, isSpoilt: true })
    return undefined
  }
}

const incomplete =
  'it could not be checked: a part of the program that checks it is missing; leave "toolgate" out of the bundle, and installed beside it with all its files'

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
      // If the engine is missing, the next request that needs it reports so.
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
      // An answer to a script that did not wait for it.
      break
  }
}
