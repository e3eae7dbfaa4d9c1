/**
 * Whether a PDF has many objects that are never closed. Where the table of a damaged PDF is lost, the library looks for its objects, and
 * reads each open one to the end of the file: many of them would take hours.
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
      // What stands behind the end of an object, or in its stream, belongs to none.
      isObject = part !== "endobj" && part.endsWith("obj")
      depth = 0
      textDepth = 0
    } else if (part.length === 1 && textDepth === 0) depth += "[{<".includes(part) ? 1 : -1
  }
  return false
}

/** More than the texts of an honest file that look like the beginning of an object. */
const most = 100
