/** Returns one step of a JSON pointer, escaped (RFC 6901). */
export const encodePointerStep = (name: string | number) =>
  `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`

/** Returns the JSON pointer of a path. */
export const encodePointer = (path: ReadonlyArray<string | number>) => path.map(encodePointerStep).join("")

/** Returns the steps of a JSON pointer, or `undefined` for a text that is none. */
export const parsePointer = (pointer: string): ReadonlyArray<string> | undefined =>
  /^(?:\/(?:[^~/]|~[01])*)*$/.test(pointer)
    ? pointer
        .split("/")
        .slice(1)
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    : undefined
