// Counts the words of a text, as a function from the call's arguments to its result.
export default ({ text }: { text: string }) => ({ words: text.split(/\s+/).filter(Boolean).length })
