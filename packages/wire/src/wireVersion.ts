/**
 * The version of the forms of this package. It grows with every member, kind or word that is added. Code that carries forms states
 * it once: in the first message of a channel, in a header, or in the rows of a store.
 */
export const wireVersion = 1
