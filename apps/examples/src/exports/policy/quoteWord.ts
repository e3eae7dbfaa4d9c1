import assert from "node:assert/strict"
import { quoteWord } from "@toolgate/policy"

assert.deepEqual([quoteWord("notes.txt", 1), quoteWord("my notes.txt", 1)], ["notes.txt", "'my notes.txt'"])
