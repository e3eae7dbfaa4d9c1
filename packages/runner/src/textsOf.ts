import type { ContentBlockMessage } from "@toolgate/runner-protocol"

/** The texts among what a tool says to a model; images have none. */
export const textsOf = (content: ReadonlyArray<ContentBlockMessage>): ReadonlyArray<string> =>
  content.flatMap((block) => (block.type === "text" ? [block.text] : []))
