import { setImmediate as turn } from "node:timers/promises"
import { FileFailed, type Files } from "@toolgate/core"
import { expect, it } from "vitest"
import { readSentBytes } from "../../src/files/readSentBytes.ts"
import { partBytes } from "../../src/files/SentFile.ts"
import { SentFiles } from "../../src/files/SentFiles.ts"

const filesOf = (some: Partial<Files>): Files => some as Files
const stat: Files["stat"] = () => Promise.resolve({ kind: "file", size: 10 }) as unknown as ReturnType<Files["stat"]>
const reading = (readBytes: (path: string) => Promise<Uint8Array>) =>
  filesOf({ stat, readBytes: readBytes as unknown as Files["readBytes"] })

const whole = Uint8Array.from({ length: 2 * partBytes + 3 }, (_, at) => at % 251)

it.each([0, 1, partBytes - 1, partBytes, partBytes + 1, whole.length])(
  "sends a file of %d bytes to a job in parts",
  async (length) => {
    let reads = 0
    const files = new SentFiles(
      reading(async () => {
        reads += 1
        await turn()
        return whole.subarray(0, length)
      })
    )
    const file = await files.add("a", whole.length, "too large")
    const parts: Array<number> = []
    const bytes = await readSentBytes(file, async (request) => {
      const part = await files.answers(request as never)
      parts.push(part.length)
      return part
    })
    expect(Buffer.compare(bytes, whole.subarray(0, length))).toBe(0)
    expect(Math.max(...parts)).toBeLessThanOrEqual(partBytes)
    expect(reads).toBe(1)
  }
)

it("refuses a file that is too large, even if it grew later", async () => {
  const files = new SentFiles(reading(async () => whole.subarray(0, 11)))
  await expect(files.add("a", 9, "too large")).rejects.toEqual(
    new FileFailed("TooLarge", "a", { message: "too large" })
  )
  const file = await files.add("a", 10, "too large")
  await expect(files.answers({ ...file, offset: 0 })).rejects.toThrow("too large")
  await expect(files.answers({ file: 7, offset: 0 })).rejects.toThrow("was not given")
})
