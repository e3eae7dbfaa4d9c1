/**
 * The version of the forms of this package. It grows with every member, kind or word that is added. Whatever carries forms tells it
 * once: the first message of a channel, a header, the row of a store.
 */
export const wireVersion = 1
