/**
 * The version of the forms. It increases with every added member, kind or word. Send it once: in the first message of a
 * channel, in a header, or in the rows of a store.
 */
export const wireVersion = 1
