import type { IncomingMessage } from "node:http"
import { createGunzip } from "node:zlib"
import type { HttpAnswer } from "./HttpAnswer.ts"
import type { HttpFault } from "./HttpFault.ts"
import type { SendOptions } from "./HttpRequest.ts"

interface Ends {
  readonly done: (answer: HttpAnswer) => void
  readonly fail: (state: HttpFault["state"], message: string) => void
  /** Reports an incomplete response. */
  readonly lose: (message: string, cause: unknown) => void
}

/** Reads a response up to its limit and decompresses it. */
export const readAnswer = (
  response: IncomingMessage,
  { mostBytes, tooLong }: Required<Pick<SendOptions, "mostBytes" | "tooLong">>,
  { done, fail, lose }: Ends
): void => {
  const { "content-encoding": encoding = "identity", "content-type": type = "", location } = response.headers
  const isPacked = /^(?:x-)?gzip$/i.test(encoding)
  if (!isPacked && !/^identity$/i.test(encoding)) {
    fail("answered", "It answered in an encoding that it was not asked for.")
    return
  }
  const content = isPacked ? response.pipe(createGunzip()) : response
  const chunks: Array<Buffer> = []
  let length = 0
  let received = 0
  const end = (isCut: boolean) => {
    const body = Buffer.concat(chunks).subarray(0, mostBytes)
    done({ status: response.statusCode ?? 0, type, location, headers: headersOf(response), body, isCut })
  }
  const overflow = () => {
    // Stops reading: a compressed body would keep growing from data already received.
    content.removeAllListeners("data")
    content.destroy()
    if (tooLong === "cut") end(true)
    else fail("answered", `It answered with more than ${mostBytes} bytes. "max_bytes" can allow more.`)
  }
  const broken = (cause: Error) => lose("The answer broke off.", cause)
  if (isPacked)
    response.on("data", (chunk: Buffer) => {
      // Empty gzip members produce no output. More may have been received than was decompressed.
      received += chunk.length
      if (received > mostBytes + (tooLong === "cut" ? ahead : 0)) overflow()
    })
  content.on("data", (chunk: Buffer) => {
    length += chunk.length
    if (length > mostBytes) {
      if (tooLong === "cut") chunks.push(chunk)
      overflow()
    } else chunks.push(chunk)
  })
  response.on("error", broken)
  // A response to HEAD or with status 204 may name the encoding of a body that it does not have.
  content.on("error", (cause) => (isPacked && received === 0 && response.complete ? end(false) : broken(cause)))
  content.on("end", () => {
    if (response.complete) end(false)
    else broken(new Error("The answer is incomplete."))
  })
}

const ahead = 1024 * 1024

const headersOf = ({ rawHeaders }: IncomingMessage): HttpAnswer["headers"] =>
  rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? ""] as const] : []))
