import type { Descriptor } from "../Descriptor.ts"
import { errno, Failure } from "../errno.ts"
import type { Guest } from "../Guest.ts"
import { right } from "../rights.ts"
import { getClock } from "./clocks.ts"

/** The most subscriptions of one call. More fail with EINVAL. */
const mostSubscriptions = 4096

const subscriptionBytes = 48
const eventBytes = 32
const milliseconds = 1_000_000n

const eventType = { clock: 0, read: 1, write: 2 } as const
const absoluteFlag = 1
const hangUpFlag = 1

interface Event {
  readonly userdata: bigint
  readonly type: number
  readonly error: number
  readonly bytes: number
  readonly hungUp: boolean
}

/** A subscription that is due at once, or after some milliseconds. */
type Awaited = { readonly after: number; readonly event: Event }

/** Makes the call that waits. Files and standard streams are always ready, so it only waits for the clock. */
export const makePollCalls = ({ clock, descriptors, memory }: Guest) => {
  const awaitedAt = (at: number): Awaited => {
    const userdata = memory.u64(at)
    const type = memory.u8(at + 8)
    const happening = { userdata, type, error: 0, bytes: 0, hungUp: false }
    try {
      if (type === eventType.clock) return { after: waitOf(at + 16), event: happening }
      if (type !== eventType.read && type !== eventType.write) throw new Failure(errno.INVAL)
      return { after: 0, event: { ...happening, ...readiness(descriptors.get(memory.u32(at + 16)), type) } }
    } catch (refused) {
      if (!(refused instanceof Failure)) throw refused
      return { after: 0, event: { ...happening, error: refused.errno } }
    }
  }

  /** Returns whole milliseconds, rounded up, so that the guest never wakes too early. */
  const waitOf = (at: number): number => {
    const source = getClock(memory.u32(at))
    const timeout = memory.u64(at + 8)
    const left = (memory.u16(at + 24) & absoluteFlag) === 0 ? timeout : timeout - clock.peek(source)
    return left <= 0n ? 0 : Number((left + milliseconds - 1n) / milliseconds)
  }

  return {
    poll_oneoff: (subscriptionsAt: number, eventsAt: number, count: number, countAt: number) => {
      if (count === 0 || count > mostSubscriptions) throw new Failure(errno.INVAL)
      memory.bytes(subscriptionsAt, count * subscriptionBytes)
      memory.bytes(eventsAt, count * eventBytes)
      memory.bytes(countAt, 4)
      const awaited = Array.from({ length: count }, (_, index) =>
        awaitedAt(subscriptionsAt + index * subscriptionBytes)
      )
      const soonest = Math.min(...awaited.map(({ after }) => after))
      if (soonest > 0) clock.sleep(soonest)
      const happened = awaited.filter(({ after }) => after <= soonest)
      for (const [index, { event }] of happened.entries())
        write(memory.structure(eventsAt + index * eventBytes, eventBytes), event)
      memory.setU32(countAt, happened.length)
    }
  }
}

const readiness = (descriptor: Descriptor, type: number): Pick<Event, "bytes" | "hungUp"> => {
  const wanted = type === eventType.read ? right.FD_READ : right.FD_WRITE
  if ((descriptor.rights & wanted) === 0) throw new Failure(errno.BADF)
  if ((descriptor.rights & right.POLL_FD_READWRITE) === 0) throw new Failure(errno.NOTCAPABLE)
  if (type === eventType.write) return { bytes: 0, hungUp: false }
  const bytes = leftToRead(descriptor)
  return { bytes, hungUp: descriptor.kind === "input" && bytes === 0 }
}

const leftToRead = (descriptor: Descriptor): number => {
  if (descriptor.kind === "input") return descriptor.bytes.length - descriptor.position
  return descriptor.kind === "file" ? Math.max(0, descriptor.node.content.size - descriptor.position) : 0
}

const write = (view: DataView, event: Event): void => {
  view.setBigUint64(0, event.userdata, true)
  view.setUint16(8, event.error, true)
  view.setUint8(10, event.type)
  view.setBigUint64(16, BigInt(event.bytes), true)
  view.setUint16(24, event.hungUp ? hangUpFlag : 0, true)
}
