/**
 * The version of the protocol. It increases with every new message or field. Runners ignore additions, so every older
 * runner works with a newer supervisor. A supervisor refuses a request with an unknown field, because the field may be
 * a condition; so a newer runner must check the version in `hello`. A breaking change would need another protocol.
 */
export const protocolVersion = 6
