import { type DangerousWord, danger, type Program } from "./Program.ts"
import { isHarmlessSed } from "./sedScript.ts"

const sedReason =
  "is a script that may write files or start programs (the commands w, W, e, r, and the flags w and e of s)"
const awkReason = "is a program that may write files or start programs (system(), redirections, pipes, getline, @load)"

// The script is the value of -e, or else the first operand. A word that merely may be one is looked at as well.
const sedScripts = (words: ReadonlyArray<string>): ReadonlyArray<DangerousWord> => {
  const dangerous: Array<string> = []
  let hasOption = false
  let isScript = false
  const operands: Array<string> = []
  let onlyOperands = false
  for (const word of words) {
    const joined = onlyOperands ? undefined : (/^-[nErsuz]*e(.+)$/s.exec(word) ?? /^--e[a-z]*=(.*)$/s.exec(word))?.[1]
    if (isScript || joined !== undefined) {
      if (!isHarmlessSed(joined ?? word)) dangerous.push(word)
      isScript = false
      hasOption = true
    } else if (!onlyOperands && word === "--") onlyOperands = true
    else if (!onlyOperands && (/^-[nErsuz]*e$/.test(word) || /^--e[a-z]*$/.test(word))) isScript = true
    else if (onlyOperands || !word.startsWith("-") || word === "-") operands.push(word)
  }
  const [script] = operands
  if (!hasOption && script !== undefined && !isHarmlessSed(script)) dangerous.push(script)
  return dangerous.map((word) => ({ word, reason: sedReason }))
}

const awkPrograms = (words: ReadonlyArray<string>): ReadonlyArray<DangerousWord> =>
  words.filter((word) => /system|getline|[|>@]|close|fflush/.test(word)).map((word) => ({ word, reason: awkReason }))

const jqPrograms = (words: ReadonlyArray<string>): ReadonlyArray<DangerousWord> =>
  words
    .filter((word) => /\$ENV|\benv\b|\b(?:import|include)\b/.test(word))
    .map((word) => ({ word, reason: "reads the environment or other files" }))

/** Programs that run a small language of their own. Sources: sed(1), awk(1p), gawk(1), jq(1), bc(1), dc(1). */
export const scripts: ReadonlyArray<Program> = [
  {
    names: ["sed", "gsed"],
    facts: {
      startsPrograms: {
        reason: "starts programs by the command e and the flag e of s",
        source: "the manual of GNU sed, 3.8 and 3.3"
      },
      writesFiles: { reason: "writes files by -i, and by the commands w and W", source: "sed(1)" }
    },
    valued: "efli",
    dangers: [
      danger("changes files in place", "-i", "--in-place"),
      danger("reads a script from a file, which may write files or start programs", "-f", "--file")
    ],
    inspect: sedScripts,
    synonyms: [
      ["-i", "--in-place"],
      ["-e", "--expression"],
      ["-f", "--file"],
      ["-n", "--quiet", "--silent"],
      ["-E", "-r", "--regexp-extended"]
    ]
  },
  {
    names: ["awk", "gawk", "mawk", "nawk", "original-awk"],
    facts: {
      startsPrograms: { reason: "starts programs by system() and by pipes", source: "awk(1p), gawk(1)" },
      writesFiles: { reason: "writes files by redirections of print", source: "awk(1p)" },
      reachesNetwork: { reason: "reaches the network by /inet/ names", source: "gawk(1)" }
    },
    valued: "FvfEil",
    dangers: [
      danger("reads a program from a file, which may write files or start programs", "-f", "--file", "-E", "--exec"),
      danger("loads code, or changes files in place", "-i", "--include", "-l", "--load"),
      danger("writes a file", "-d", "--dump-variables", "-o", "--pretty-print", "-p", "--profile")
    ],
    inspect: awkPrograms,
    synonyms: [
      ["-f", "--file"],
      ["-F", "--field-separator"],
      ["-v", "--assign"]
    ]
  },
  {
    names: ["jq"],
    valued: "fL",
    dangers: [
      danger("reads a program or modules from files", "-f", "--from-file", "-L"),
      danger("reads a file", "--rawfile", "--slurpfile", "--argfile")
    ],
    inspect: jqPrograms,
    synonyms: [
      ["-r", "--raw-output"],
      ["-f", "--from-file"]
    ]
  },
  {
    names: ["dc"],
    facts: { startsPrograms: { reason: "starts programs by the command !", source: "dc(1)" } },
    dangers: [danger("reads orders, among which ! starts programs", "-e", "--expression", "-f", "--file")]
  },
  { names: ["bc"], dangers: [danger("reads orders from a file", "*")] },
  {
    names: ["ed", "ex", "red"],
    facts: {
      startsPrograms: { reason: "starts programs by the command !", source: "ed(1), ex(1p)" },
      writesFiles: { reason: "writes files", source: "ed(1)" }
    }
  },
  {
    names: ["vi", "vim", "nvim", "view", "vimdiff", "gvim", "emacs", "nano", "pico", "micro", "joe", "helix", "hx"],
    facts: {
      startsPrograms: {
        reason: "starts programs from its command line and its configuration",
        source: "vim(1), emacs(1), nano(1)"
      },
      writesFiles: { reason: "writes files", source: "vim(1), emacs(1), nano(1)" }
    }
  },
  {
    names: ["less", "more", "most", "lesspipe"],
    facts: {
      startsPrograms: { reason: "starts programs by !, by v, and by LESSOPEN", source: "less(1), more(1)" },
      writesFiles: { reason: "writes a log by -o and by s", source: "less(1)" }
    },
    valued: "bhjkoOpPtTxyz",
    dangers: [
      danger("writes a file", "-o", "-O", "--log-file", "--LOG-FILE"),
      danger("runs a command as it starts", "+*"),
      danger("changes what keys do", "-k", "--lesskey-file", "--lesskey-src")
    ]
  },
  {
    names: ["man", "apropos", "whatis", "info"],
    facts: { startsPrograms: { reason: "starts a pager and formatters", source: "man(1)" } },
    valued: "PHCLMmSserpR",
    dangers: [
      danger("names the program that shows the page", "-P", "--pager", "-H", "--html"),
      danger("reads a configuration, which can name programs", "-C", "--config-file", "-l", "--local-file")
    ]
  }
]
