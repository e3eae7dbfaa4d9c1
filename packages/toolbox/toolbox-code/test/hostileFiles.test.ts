import { repeated } from "@toolgate/testing"
import { partBytes } from "@toolgate/toolbox-base/jobs"
import { type MakeText, testHostileTexts } from "@toolgate/toolbox-testing"
import { createPathMatcher } from "../src/files/createPathMatcher.ts"
import { describe as describePicture } from "../src/image-info/describe.ts"
import { readPages } from "../src/pdf-text/readPages.ts"

/** Answers a job's requests about one file, whose bytes are the text's code units. */
const asking = (text: string) => {
  const bytes = Buffer.from(text, "latin1")
  return async (question: unknown) => {
    const { offset } = question as { readonly offset: number }
    return new Uint8Array(bytes.subarray(offset, offset + partBytes))
  }
}

const picture = (text: string) => describePicture({ file: 0 }, () => {}, asking(text) as never)

const pdf = (text: string) => readPages({ file: 0, from: 1, to: 5 }, () => {}, asking(text) as never)

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1")
const pngHead = latin(Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"))

const pictures: Readonly<Record<string, MakeText>> = {
  "an SVG with blanks": repeated(" ", "<svg", 'width="1" height="1"/>'),
  "an SVG with open elements": repeated("<svg "),
  "an SVG with open quotes": repeated('width="', "<svg "),
  "an SVG with attributes": repeated('a="1" ', "<svg ", 'width="1" height="1"/>'),
  "an SVG behind a comment": repeated("-", "<!--", '--><svg width="1" height="1"/>'),
  "an SVG behind open tags": repeated("<", "", '<svg width="1" height="1"/>'),
  "an SVG with long numbers": (length) => `<svg width="${"1".repeat(length)}" viewBox="${"0 ".repeat(length / 2)}"/>`,
  "a PNG with empty parts": repeated("\0\0\0\0aaaa\0\0\0\0", pngHead),
  "a GIF with empty parts": repeated("!\xf9\0", "GIF89a\x01\0\x01\0\0\0\0"),
  "a GIF with pictures": repeated(",\0\0\0\0\x01\0\x01\0\0\x02\0", "GIF89a\x01\0\x01\0\0\0\0"),
  "a JPEG with empty parts": repeated("\xff\xe1\0\x02", "\xff\xd8"),
  "a JPEG with EXIF": repeated("\xff\xe1\0\x10Exif\0\0MM\0*\0\0\0\x08", "\xff\xd8"),
  "a WebP with empty parts": repeated("ANMF\0\0\0\0", "RIFF\xff\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0"),
  "a HEIC with empty boxes": repeated("\0\0\0\x08free", "\0\0\0\x18ftypheic\0\0\0\0heicmif1"),
  "an ICO with pictures": repeated("\x01\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "\0\0\x01\0\xff\xff"),
  "a TIFF with entries": repeated("\0\x01\0\x03\0\0\0\x01\0\0\0\0", "MM\0*\0\0\0\x08\xff\xff"),
  "a JPEG XL with empty boxes": repeated("\0\0\0\x08jxlp", "\0\0\0\x0cJXL \r\n\x87\n")
}

const pdfs: Readonly<Record<string, MakeText>> = {
  "a PDF of blanks": repeated(" ", "%PDF-1.7\n", "\n%%EOF"),
  "a PDF of open objects": repeated("1 0 obj\n<<", "%PDF-1.7\n"),
  "a PDF of open objects with other numbers": (length) =>
    `%PDF-1.7\n${Array.from({ length: length / 12 }, (_, at) => `${at} 0 obj\n<<`).join("")}`,
  "a PDF of open objects with ends": repeated("1 0 obj\n<<endobj ", "%PDF-1.7\n"),
  "a PDF of objects with open lists": repeated("1 0 obj\n[", "%PDF-1.7\n"),
  "a PDF of objects with open texts": repeated("1 0 obj\n(", "%PDF-1.7\n"),
  "a PDF of empty objects": repeated("1 0 obj<<>>endobj\n", "%PDF-1.7\n"),
  "a PDF of open lists": repeated("[", "%PDF-1.7\n1 0 obj\n"),
  "a PDF of open texts": repeated("(", "%PDF-1.7\n1 0 obj\n"),
  "a PDF of ends": repeated("startxref\n0\n%%EOF\n", "%PDF-1.7\n"),
  "a PDF of tables": repeated("xref\n0 1\n0000000000 65535 f \n", "%PDF-1.7\n"),
  "a PDF of trailers": repeated("trailer\n<</Root 1 0 R>>\n", "%PDF-1.7\n")
}

testHostileTexts({
  image_info: { read: picture, texts: pictures, length: 16_000 },
  pdf_text: { read: pdf, texts: pdfs, length: 16_000 },
  glob: {
    read: (pattern) => createPathMatcher(pattern, "glob"),
    texts: {
      "open brackets": repeated("[", "", "\\"),
      "open sets": repeated("[a", "", "\\"),
      backslashes: repeated("\\")
    },
    length: 8_000
  }
})
