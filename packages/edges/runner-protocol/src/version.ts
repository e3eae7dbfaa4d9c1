/**
 * The version of the protocol. It grows with every addition: a message or a field that older programs do not know. They pass
 * over it, so that a newer supervisor serves every older runner; what would break one is another protocol.
 */
export const protocolVersion = 1
