/** Returns a media type as a tool gave it, if it has the form of one. Anything else is `application/octet-stream`. */
export const soundMediaType = (given: string): string =>
  given.length <= mostUnits && form.test(given) ? given : "application/octet-stream"

/** Whether bytes of a media type are text. */
export const isText = (mediaType: string): boolean =>
  /^text\/|^application\/(?:json|xml|.*javascript|yaml|toml)|\+(?:json|xml)/i.test(mediaType)

const mostUnits = 200
const form = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: ?; ?[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[ !#-[\]-~]*"))*$/
