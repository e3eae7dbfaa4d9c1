/**
 * Whether a PDF has many unclosed objects. For a damaged object table, the library scans each unclosed object to the
 * end of the file, which can take hours.
 */
export const hasOpenObjects = (bytes: Uint8Array): boolean => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1")
  let open = 0
  let isObject = false
  let depth = 0
  let textDepth = 0
  for (const [part] of text.matchAll(/\\.|\b\d{1,10}\s{1,20}\d{1,5}\s{1,20}obj\b|endobj|stream\r?\n|[[\](){}<>]/gs)) {
    if (part === "(") textDepth++
    else if (part === ")") textDepth = Math.max(0, textDepth - 1)
    else if (part.endsWith("obj") ? part !== "endobj" || textDepth === 0 : part.length > 2 && textDepth === 0) {
      if (isObject && depth + textDepth > 0 && ++open > most) return true
      // Content after an object's end, or in its stream, belongs to no object.
      isObject = part !== "endobj" && part.endsWith("obj")
      depth = 0
      textDepth = 0
    } else if (part.length === 1 && textDepth === 0) depth += "[{<".includes(part) ? 1 : -1
  }
  return false
}

/** More matches than an ordinary file has by chance. */
const most = 100
