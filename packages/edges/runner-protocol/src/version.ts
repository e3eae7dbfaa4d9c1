/**
 * The version of the protocol. It grows with every addition: a message or a field that older programs do not know. Runners pass
 * over it, so that a newer supervisor serves every older runner. A supervisor refuses a request with a field that it does not know,
 * because that may be a condition: a newer runner looks at the version of the `hello` first. What would break an older runner is
 * another protocol.
 */
export const protocolVersion = 2
