/** Returns a tool's media type if it is well-formed, and `application/octet-stream` otherwise. */
export const normalizeMediaType = (given: string): string =>
  given.length <= mostUnits && form.test(given) ? given : "application/octet-stream"

/** Whether a media type is textual. */
export const isText = (mediaType: string): boolean =>
  /^text\/|^application\/(?:json|xml|.*javascript|yaml|toml)|\+(?:json|xml)/i.test(mediaType)

const mostUnits = 200
const form = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: ?; ?[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[ !#-[\]-~]*"))*$/
