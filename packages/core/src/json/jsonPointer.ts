/** Encodes one step of a JSON pointer (RFC 6901). */
export const encodePointerStep = (name: string | number) =>
  `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`

/** Encodes a path as a JSON pointer. */
export const encodePointer = (path: ReadonlyArray<string | number>) => path.map(encodePointerStep).join("")

/** Returns the steps of a JSON pointer, or `undefined` if the text is not a pointer. */
export const parsePointer = (pointer: string): ReadonlyArray<string> | undefined =>
  /^(?:\/(?:[^~/]|~[01])*)*$/.test(pointer)
    ? pointer
        .split("/")
        .slice(1)
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    : undefined
