import type { ContentBlock, ToolOutput } from "@toolgate/core"
import { normalizeMediaType } from "../normalizeMediaType.ts"

/**
 * A part of an output that is stored separately: all of its text, its value, all of its links, or one image, audio clip
 * or file.
 */
export interface OutputPiece {
  readonly kind: "text" | "value" | "links" | "block"
  /** The blocks that make up the piece. */
  readonly blocks: ReadonlyArray<ContentBlock>
  /** The bytes of the piece within the output, where images are Base64. */
  readonly inlineBytes: number
  readonly mediaType: string
  readonly name?: string | undefined
  /** The piece as text, or `undefined` for binary data. */
  readonly text: string | undefined
  readonly bytes: () => Uint8Array
}

export const splitOutput = ({ content, value }: ToolOutput): ReadonlyArray<OutputPiece> => {
  const texts = content.filter((block) => block.type === "text")
  const links = content.filter((block) => block.type === "link")
  const pieces: Array<OutputPiece> = content.flatMap((block) => blockPiece(block) ?? [])
  if (value !== undefined) pieces.push(textPiece("value", [], JSON.stringify(value), "application/json"))
  if (links.length > 0) pieces.push(textPiece("links", links, JSON.stringify(links), "application/json"))
  if (texts.length > 0) pieces.push(textPiece("text", texts, texts.map(({ text }) => text).join("\n"), "text/plain"))
  return pieces
}

const textPiece = (
  kind: OutputPiece["kind"],
  blocks: ReadonlyArray<ContentBlock>,
  text: string,
  mediaType: string
): OutputPiece => ({
  kind,
  blocks,
  inlineBytes: Buffer.byteLength(text),
  mediaType,
  text,
  bytes: () => Buffer.from(text)
})

const blockPiece = (block: ContentBlock): OutputPiece | undefined => {
  if (block.type === "text" || block.type === "link") return undefined
  const mediaType = normalizeMediaType(block.mediaType)
  const [name, uri] = block.type === "file" ? [block.name, block.uri] : []
  const more = Buffer.byteLength(`${name ?? ""}${uri ?? ""}`)
  const { base64 } = block
  const piece =
    base64 === undefined
      ? textPiece("block", [block], block.text ?? "", mediaType)
      : {
          kind: "block" as const,
          blocks: [block],
          inlineBytes: Buffer.byteLength(base64),
          mediaType,
          text: undefined,
          bytes: () => Buffer.from(base64, "base64")
        }
  return { ...piece, inlineBytes: piece.inlineBytes + more, name: (name ?? uri)?.slice(0, mostName) }
}

/** The length limit of a name, in UTF-16 code units. */
const mostName = 200
