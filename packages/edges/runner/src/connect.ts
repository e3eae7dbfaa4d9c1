import { fstatSync } from "node:fs"
import { Socket } from "node:net"
import { Disconnected } from "./Disconnected.ts"
import { LineTransport } from "./LineTransport.ts"
import { NotSupervised } from "./NotSupervised.ts"
import { openWebSocket, type ServerAddress } from "./openWebSocket.ts"
import { SupervisorChannel } from "./SupervisorChannel.ts"
import { Tools } from "./Tools.ts"

/** Options of `connect`. */
export interface ConnectOptions {
  /** A descriptor's number, or "stdio". Default: the variable `TOOLGATE_CHANNEL`, which the supervisor sets. */
  readonly channel?: string | undefined
}

/**
 * Connects this program to its supervisor, which works once, or to a server, at its address and with a token. Rejects with
 * `NotSupervised` without a supervisor, and with `Disconnected` if a server cannot be reached or refuses, or if no `hello`
 * comes. Close the tools of a server at the end: an open WebSocket keeps a program alive.
 *
 * ```ts
 * import { connect } from "@toolgate/runner"
 *
 * export const greet = async (url: string, token: string) => {
 *   await using tools = await connect({ url, token })
 *   return (await tools.call("Echo", { text: "hello" })).text
 * }
 * ```
 */
export const connect = async (options: ConnectOptions | ServerAddress = {}): Promise<Tools> => {
  const channel =
    "url" in options
      ? new SupervisorChannel(await openWebSocket(options))
      : openChannel(options.channel ?? process.env.TOOLGATE_CHANNEL)
  const { promise, resolve, reject } = Promise.withResolvers<Tools>()
  channel.hold()
  channel.listen({
    message: (message) => {
      if (message.op !== "hello" || !(message.version >= 1)) {
        channel.close(new Disconnected("the supervisor's first message is not a hello"))
      } else resolve(new Tools(channel, message))
    },
    drained: () => {},
    ended: reject
  })
  try {
    return await promise
  } finally {
    channel.release()
  }
}

/** Opens a channel by name: the number of an inherited descriptor, or "stdio". */
const openChannel = (name: string | undefined): SupervisorChannel => {
  if (name === undefined) throw new NotSupervised("TOOLGATE_CHANNEL is not set")
  if (opened.has(name)) {
    throw new Error("The channel to the supervisor is already open. Connect once, and share the tools.")
  }
  const channel = open(name)
  opened.add(name)
  return channel
}

/** Open channels. Each has one reader, because two readers would take each other's messages. */
const opened = new Set<string>()

const open = (name: string): SupervisorChannel => {
  if (name === "stdio") return new SupervisorChannel(new LineTransport(process.stdin, process.stdout))
  if (!/^\d{1,9}$/.test(name))
    throw new NotSupervised('TOOLGATE_CHANNEL is neither the number of a descriptor nor "stdio"')
  const socket = openSocket(Number(name))
  return new SupervisorChannel(new LineTransport(socket, socket))
}

const openSocket = (fd: number): Socket => {
  let isSocket: boolean
  try {
    isSocket = fstatSync(fd).isSocket()
  } catch (cause) {
    throw new NotSupervised(`its descriptor ${fd} is not open`, { cause })
  }
  if (!isSocket) throw new NotSupervised(`its descriptor ${fd} is not a socket`)
  return new Socket({ fd, readable: true, writable: true })
}
