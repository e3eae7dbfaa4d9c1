/** Guesses a file's type from its first bytes. For error messages only, never for decisions. */
export const fileKind = (head: Uint8Array): string | undefined =>
  signatures.find(([, bytes, offset = 0]) => bytes.every((byte, index) => head[offset + index] === byte))?.[0]

const ascii = (text: string): ReadonlyArray<number> => [...text].map((character) => character.charCodeAt(0))

const signatures: ReadonlyArray<readonly [kind: string, bytes: ReadonlyArray<number>, offset?: number]> = [
  ["a PNG image", [0x89, ...ascii("PNG")]],
  ["a JPEG image", [0xff, 0xd8, 0xff]],
  ["a GIF image", ascii("GIF8")],
  ["a WebP image", ascii("WEBP"), 8],
  ["a WAVE sound", ascii("WAVE"), 8],
  ["an MP3 sound", ascii("ID3")],
  ["an Ogg sound or video", ascii("OggS")],
  ["an MP4 or similar video", ascii("ftyp"), 4],
  ["a PDF document", ascii("%PDF-")],
  ["a ZIP archive, or a document or package made of one", [...ascii("PK"), 3, 4]],
  ["a gzip archive", [0x1f, 0x8b]],
  ["a bzip2 archive", ascii("BZh")],
  ["an xz archive", [0xfd, ...ascii("7zXZ"), 0]],
  ["a Zstandard archive", [0x28, 0xb5, 0x2f, 0xfd]],
  ["a 7z archive", [...ascii("7z"), 0xbc, 0xaf, 0x27, 0x1c]],
  ["a tar archive", ascii("ustar"), 257],
  ["an SQLite database", ascii("SQLite format 3")],
  ["an ELF program or library", [0x7f, ...ascii("ELF")]],
  ["a Windows program or library", ascii("MZ")],
  ["a macOS program or library", [0xcf, 0xfa, 0xed, 0xfe]],
  ["a Java class", [0xca, 0xfe, 0xba, 0xbe]],
  ["a WebAssembly module", [0, ...ascii("asm")]],
  ["UTF-16 text", [0xff, 0xfe]],
  ["UTF-16 text", [0xfe, 0xff]]
]
