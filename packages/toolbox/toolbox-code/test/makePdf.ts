import PDFDocument from "pdfkit"

type Options = ConstructorParameters<typeof PDFDocument>[0]

/** Returns a PDF with a page for each text. */
export const makePdf = (pages: ReadonlyArray<string>, options: Options = {}): Promise<Uint8Array> => {
  const document = new PDFDocument({ autoFirstPage: false, size: [400, 300], margin: 20, ...options })
  const parts: Array<Buffer> = []
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  document.on("data", (part: Buffer) => parts.push(part))
  document.on("end", () => resolve(Buffer.concat(parts)))
  document.on("error", reject)
  for (const text of pages) {
    document.addPage()
    if (text === "") document.rect(20, 20, 100, 100).fill("black")
    else document.fontSize(10).text(text)
  }
  document.end()
  return promise
}
