import { fstatSync } from "node:fs"
import { Socket } from "node:net"
import { NotSupervised } from "./NotSupervised.ts"
import { SupervisorChannel } from "./SupervisorChannel.ts"

/** Opens the channel of a name: the number of a descriptor that this process was started with, or "stdio". */
export const openChannel = (name: string | undefined): SupervisorChannel => {
  if (name === undefined) throw new NotSupervised("TOOLGATE_CHANNEL is not set")
  if (opened.has(name)) {
    throw new Error("The channel to the supervisor is open already. Connect once, and share the tools.")
  }
  const channel = open(name)
  opened.add(name)
  return channel
}

/** The channels that are open. A channel has one reader, because two readers would each miss what the other reads. */
const opened = new Set<string>()

const open = (name: string): SupervisorChannel => {
  if (name === "stdio") return new SupervisorChannel(process.stdin, process.stdout)
  if (!/^\d{1,9}$/.test(name))
    throw new NotSupervised('TOOLGATE_CHANNEL is neither the number of a descriptor nor "stdio"')
  const socket = openSocket(Number(name))
  return new SupervisorChannel(socket, socket)
}

const openSocket = (fd: number): Socket => {
  let isSocket: boolean
  try {
    isSocket = fstatSync(fd).isSocket()
  } catch (cause) {
    throw new NotSupervised(`its descriptor ${fd} is not open`, { cause })
  }
  if (!isSocket) throw new NotSupervised(`its descriptor ${fd} is no socket`)
  return new Socket({ fd, readable: true, writable: true })
}
