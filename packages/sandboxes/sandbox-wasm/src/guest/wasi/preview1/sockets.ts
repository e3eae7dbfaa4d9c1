import { errno, Failure } from "../errno.ts"
import type { Guest } from "../Guest.ts"

/** Makes the socket calls. By design, no descriptor is a socket. */
export const makeSocketCalls = ({ descriptors }: Guest) => {
  const refuse = (number: number) => {
    descriptors.get(number)
    throw new Failure(errno.NOTSOCK)
  }
  return {
    sock_accept: (number: number, _flags: number, _numberAt: number) => refuse(number),
    sock_recv: (number: number, _at: number, _count: number, _flags: number, _sizeAt: number, _flagsAt: number) =>
      refuse(number),
    sock_send: (number: number, _at: number, _count: number, _flags: number, _sizeAt: number) => refuse(number),
    sock_shutdown: (number: number, _how: number) => refuse(number)
  }
}
