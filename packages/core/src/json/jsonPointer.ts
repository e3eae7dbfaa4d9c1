/**
 * Encodes one step of a JSON pointer (RFC 6901).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { encodePointerStep } from "@toolgate/core/json"
 *
 * assert.equal(encodePointerStep("a/b"), "/a~1b")
 * ```
 */
export const encodePointerStep = (name: string | number) =>
  `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`

/**
 * Encodes a path as a JSON pointer.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { encodePointer } from "@toolgate/core/json"
 *
 * assert.equal(encodePointer(["files", 0, "a/b"]), "/files/0/a~1b")
 * ```
 */
export const encodePointer = (path: ReadonlyArray<string | number>) => path.map(encodePointerStep).join("")

/**
 * Returns the steps of a JSON pointer, or `undefined` if the text is not a pointer.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { parsePointer } from "@toolgate/core/json"
 *
 * assert.deepEqual(parsePointer("/files/0/a~1b"), ["files", "0", "a/b"])
 * assert.equal(parsePointer("files"), undefined)
 * ```
 */
export const parsePointer = (pointer: string): ReadonlyArray<string> | undefined =>
  /^(?:\/(?:[^~/]|~[01])*)*$/.test(pointer)
    ? pointer
        .split("/")
        .slice(1)
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    : undefined
