import { Disconnected } from "./Disconnected.ts"
import { openChannel } from "./openChannel.ts"
import { Tools } from "./Tools.ts"

/** The options of a connection. */
export interface ConnectOptions {
  /** The number of a descriptor, or "stdio". The variable `TOOLGATE_CHANNEL` by default, which the supervisor sets. */
  readonly channel?: string | undefined
}

/**
 * Connects this program to the supervisor that runs it, once. Rejects with `NotSupervised` if there is none, and with
 * `Disconnected` if the supervisor does not say hello.
 */
export const connect = async ({
  channel: name = process.env.TOOLGATE_CHANNEL
}: ConnectOptions = {}): Promise<Tools> => {
  const channel = openChannel(name)
  const { promise, resolve, reject } = Promise.withResolvers<Tools>()
  channel.hold()
  channel.listen({
    message: (message) => {
      if (message.op !== "hello" || !(message.version >= 1)) {
        channel.close(new Disconnected("the supervisor's first message is no hello"))
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
