import type { Ask, SentFile } from "@toolgate/toolbox-base/jobs"
import { impossible, invalid, type JobFailed, mostBytes, readSentBytes } from "@toolgate/toolbox-base/jobs"
import { hasOpenObjects } from "./hasOpenObjects.ts"

/** The texts of some pages of a PDF. */
export interface PdfPages {
  /** The number of pages of the PDF. */
  readonly pages: number
  readonly title: string | undefined
  readonly texts: ReadonlyArray<PageText>
  /** The page after these, if the request covers it or has no end. */
  readonly next: number | undefined
}

export interface PageText {
  readonly page: number
  readonly text: string
  /** `damaged`: the page cannot be read. `cut`: its text was truncated. */
  readonly is?: "damaged" | "cut"
}

interface JobArgs extends SentFile {
  readonly from: number
  readonly to: number
}

/** A job that returns the texts of as many pages as fit into one result. */
export const readPages = async (
  { from, to, ...file }: JobArgs,
  progress: (text: string) => void,
  ask: Ask
): Promise<PdfPages> => {
  const bytes = await readSentBytes(file, ask)
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes("%PDF-")) throw noPdf
  if (hasOpenObjects(bytes)) throw damaged
  const document = await opened(bytes)
  const pages = document.numPages
  if (from > pages)
    throw invalid(`The PDF has ${pages} ${pages === 1 ? "page" : "pages"}; "pages" begins after the last.`)
  const last = Math.min(to, pages)
  const texts: Array<PageText> = []
  let left = mostBytes
  let page = from
  for (; page <= last && page < from + mostPages; page += 1) {
    const read = await textOf(document, page)
    const size = Buffer.byteLength(JSON.stringify(read.text))
    if (size > left && texts.length > 0) break
    texts.push(size > left ? { page, text: firstOf(read.text, left), is: "cut" } : { page, ...read })
    left -= size
    if (page % 25 === 0) progress(`Page ${page} of ${last}\n`)
  }
  return { pages, title: await titleOf(document), texts, next: page <= last ? page : undefined }
}

const mostPages = 1000

type Document = Awaited<ReturnType<typeof import("unpdf").getDocumentProxy>>

const opened = async (bytes: Uint8Array): Promise<Document> => {
  const { getDocumentProxy } = await import("unpdf")
  try {
    // Suppresses the library's log output.
    return await getDocumentProxy(bytes, { verbosity: 0, disableFontFace: true, useSystemFonts: false })
  } catch (error) {
    throw error instanceof Error && error.name === "PasswordException" ? encrypted : damaged
  }
}

const textOf = async (document: Document, page: number): Promise<Omit<PageText, "page">> => {
  try {
    const { items } = await (await document.getPage(page)).getTextContent()
    const text = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("")
    return { text: text.replace(controls, "").toWellFormed().trim() }
  } catch {
    return { text: "", is: "damaged" }
  }
}

/** Control characters except the tab and the line feed. */
const controls = /(?![\t\n])\p{Cc}/gu

const titleOf = async (document: Document): Promise<string | undefined> => {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }))
  const title = "Title" in info && typeof info.Title === "string" ? info.Title.replace(controls, "").trim() : ""
  return title === "" ? undefined : title.slice(0, 500).toWellFormed()
}

const firstOf = (text: string, bytes: number): string =>
  Buffer.from(text)
    .subarray(0, bytes / 2)
    .toString("utf8")
    .replace(/\ufffd$/, "")

const noPdf: JobFailed = impossible(
  "The file is not a PDF: its content does not start like a PDF. The name does not count."
)
const damaged: JobFailed = impossible("The PDF is damaged and cannot be opened. Download it again.")
const encrypted: JobFailed = impossible(
  "The PDF is encrypted and opens only with a password, which this tool does not take; ask for a copy without one."
)
