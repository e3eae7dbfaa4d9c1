/** The most bytes of a preview. */
export const previewBytes = 1024

/**
 * Returns the beginning of a text: whole characters as a reader sees them, also those of several code points. Only a character that is
 * longer than the whole preview is cut, after a code point.
 */
export const previewOf = (text: string, most = previewBytes): string => {
  if (text.length <= most / 3) return text.toWellFormed()
  // Each unit has a byte at least, so what lies beyond is never part of the preview.
  const head = text.slice(0, most + segmentUnits).toWellFormed()
  let [end, bytes] = [0, 0]
  for (const { segment } of segments.segment(head)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > most) break
    end += segment.length
  }
  return end === 0 ? wholePoints(head, most) : head.slice(0, end)
}

/** Returns the code points at the beginning of a text that have at most so many bytes. */
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

/** The units after the end of a preview that are looked at, so that a character which goes on there is seen whole. */
const segmentUnits = 64
