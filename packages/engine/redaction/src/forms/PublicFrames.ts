import type { Span } from "../texts/Span.ts"

/** The PEM frames of certificates, public keys and signatures in a text. Their content is not secret. */
export class PublicFrames {
  private readonly frames: ReadonlyArray<Span>
  private next = 0

  constructor(text: string) {
    this.frames = text.includes("-BEGIN ") ? framesIn(text) : []
  }

  /** Whether an index is inside a frame. Must be called with increasing indexes. */
  hold(at: number): boolean {
    while (this.next < this.frames.length && (this.frames[this.next] as Span).to <= at) this.next++
    const frame = this.frames[this.next]
    return frame !== undefined && frame.from <= at
  }
}

/** Finds the frames. A frame without an end reaches to the next frame or the end of the text. */
const framesIn = (text: string): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  let from = -1
  for (const { 0: sign, index } of text.matchAll(/-(?:BEGIN [^\n]{0,48}|END )/g)) {
    if (from >= 0) found.push({ from, to: index })
    from = sign.startsWith("-BEGIN") && !/PRIVATE|SECRET/.test(sign) ? index : -1
  }
  return from < 0 ? found : [...found, { from, to: text.length }]
}
