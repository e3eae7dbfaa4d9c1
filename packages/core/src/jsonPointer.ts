/** One step of a JSON pointer, escaped (RFC 6901). */
export const pointerStep = (name: string | number) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`

/** The JSON pointer to where a path leads. */
export const pointerTo = (path: ReadonlyArray<string | number>) => path.map(pointerStep).join("")

/** The steps of a JSON pointer, or `undefined` for what is none. */
export const pointerSteps = (pointer: string): ReadonlyArray<string> | undefined =>
  /^(?:\/(?:[^~/]|~[01])*)*$/.test(pointer)
    ? pointer
        .split("/")
        .slice(1)
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    : undefined
