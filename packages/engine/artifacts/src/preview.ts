/** The default size limit of a preview, in bytes. */
export const previewBytes = 1024

/**
 * Returns the beginning of a text, cut between graphemes. A grapheme that is longer than the whole preview is cut
 * between code points.
 */
export const cutPreview = (text: string, most = previewBytes): string => {
  if (text.length <= most / 3) return text.toWellFormed()
  // Each code unit has at least one byte, so text beyond this slice is never part of the preview.
  const head = text.slice(0, most + segmentUnits).toWellFormed()
  let [end, bytes] = [0, 0]
  for (const { segment } of segments.segment(head)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > most) break
    end += segment.length
  }
  return end === 0 ? wholePoints(head, most) : head.slice(0, end)
}

/** Returns the code points at the beginning of a text that fit into `most` bytes. */
const wholePoints = (text: string, most: number): string => {
  let [shown, bytes] = ["", 0]
  for (const point of text) {
    bytes += Buffer.byteLength(point)
    if (bytes > most) return shown
    shown += point
  }
  return shown
}

const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** The code units read beyond the limit, so that a grapheme at the limit is seen whole. */
const segmentUnits = 64
