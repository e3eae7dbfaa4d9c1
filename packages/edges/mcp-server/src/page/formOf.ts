import type { IncomingMessage } from "node:http"

/** Reads the form that a request posts. Returns `undefined` if its body is no form, has a field twice, or has more than 16 KiB. */
export const formOf = (request: IncomingMessage): Promise<URLSearchParams | undefined> =>
  new Promise((resolve, reject) => {
    if (request.headers["content-type"] !== "application/x-www-form-urlencoded") return resolve(undefined)
    const chunks: Array<Buffer> = []
    let length = 0
    request.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length <= longestForm) return void chunks.push(chunk)
      // The rest is not read. The answer closes the connection.
      request.pause()
      resolve(undefined)
    })
    request.once("end", () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      // Of two decisions, nobody can say which one was meant.
      resolve(new Set(form.keys()).size < form.size ? undefined : form)
    })
    request.once("error", reject)
    request.once("close", () => reject(new Error("The request was not sent to its end.")))
  })

const longestForm = 16 * 1024
