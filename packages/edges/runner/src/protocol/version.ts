/**
 * The version of the protocol. It grows with every addition: a message or a field that older programs do not know.
 * Runners ignore additions, so a newer supervisor serves every older runner. A supervisor refuses a request with a
 * field that it does not know, because the field may be a condition. So a newer runner looks at the version of the
 * `hello` first. A change that would break an older runner makes another protocol.
 */
export const protocolVersion = 6
