import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseCommandPattern } from "../../src/rules/CommandPattern.ts"

const star = (instead: string) =>
  `contains "*" in a place where it has no meaning; write ${instead}, or quote the character`

const half = (word: string, shorter: string) =>
  `has half a word, "${word}", before ":*", which stands for whole words; write the whole word, or leave it out, as in ${shorter}`

describe("a command pattern", () => {
  it.each([
    ["git status", ["git", "status"], false],
    ["git status:*", ["git", "status"], true],
    ["  git \t log  :*", ["git", "log"], true],
    ["rm 'my file':*", ["rm", "my file"], true],
    ['rm "a b" c\'d\'"e"', ["rm", "a b", "cde"], false],
    ["echo ''", ["echo", ""], false],
    ["echo '*' \"*\"", ["echo", "*", "*"], false],
    ["echo \"'\" '\"'", ["echo", "'", '"'], false],
    ["docker run a:b", ["docker", "run", "a:b"], false],
    ["a:b:*", ["a:b"], true],
    ["echo 'x':*", ["echo", "x"], true],
    ["echo '\\a'", ["echo", "\\a"], false],
    ["dd 'if=':*", ["dd", "if="], true],
    ["'A=b' c", ["A=b", "c"], false],
    ["npm test -- :*", ["npm", "test", "--"], true],
    ["ls src/:*", ["ls", "src/"], true],
    ["git show HEAD^ HEAD~2 stash@{0} :/fix", ["git", "show", "HEAD^", "HEAD~2", "stash@{0}", ":/fix"], false],
    ["find . ! -name x -exec cat {} ';'", ["find", ".", "!", "-name", "x", "-exec", "cat", "{}", ";"], false],
    ["grep a$ x", ["grep", "a$", "x"], false],
    ["[ -f a ]", ["[", "-f", "a", "]"], false],
    ["git log --format=%h#%s", ["git", "log", "--format=%h#%s"], false],
    ["*", [], true]
  ] as const)("has words, and may end in :*: %s", (text, words, open) => {
    expect(parseCommandPattern(text)).toEqual({ words, open })
  })

  it.each([
    [":*", 'names no command; "*" means every one'],
    [" ", 'names no command; "*" means every one'],
    ["'' x", 'names no command; "*" means every one'],
    ["git *", star('"git:*" for any further words')],
    ["git * main", star('"git:*" for any further words')],
    ["git st*:*", star('"git:*" for any further words')],
    ["git:* log", star('"git:*" for any further words')],
    ["git log:* ", star('"git log:*" for any further words')],
    ["*:*", star('"*" alone for every command')],
    ["npm*", star('"*" alone for every command')],
    ["dd if=:*", half("if=", '"dd:*"')],
    ["curl http://:*", half("http://", '"curl:*"')],
    ["npm run test::*", half("test:", '"npm run:*"')],
    ["npm i lodash@:*", half("lodash@", '"npm i:*"')],
    ["if=:*", 'sets variables and names no command; "*" means every one'],
    [
      "NODE_ENV=test npm test",
      'sets a variable before its command; write "npm test", which matches with the variable too'
    ],
    ["A=1 B+=2 make x:*", 'sets variables before its command; write "make x:*", which matches with the variables too'],
    ["A=1 'if' B:*", "sets a variable before its command; write \"'if' B:*\", which matches with the variable too"],
    ["a | b", 'joins commands with "|"; write a rule for each command, such as "a", or quote the word'],
    ["git log && ls", 'joins commands with "&&"; write a rule for each command, such as "git log", or quote the word'],
    ["a||b", 'joins commands with "||"; write a rule for each command, or quote the word'],
    ["a; b", 'joins commands with ";"; write a rule for each command, or quote the word'],
    ["make &", 'joins commands with "&"; write a rule for each command, such as "make", or quote the word'],
    ["a\nb", "has several lines, which are several commands; write a rule for each"],
    ["echo a > b", 'redirects with ">"; leave the redirection out, and name the file in a rule of "write_file"'],
    ["sort <b", 'redirects with "<"; leave the redirection out, and name the file in a rule of "read_file"'],
    ["make 2>&1", 'redirects with "2>"; leave the redirection out, and name the file in a rule of "write_file"'],
    ["echo $(date)", 'has "(", a sign of the shell; write a rule for each command, or quote the word'],
    ["git log # all", 'has a comment, "#"; leave it out, or quote the word'],
    ["echo a\\ b", "has a backslash, which the shell removes; write the word in single quotes, as in \"'a'\""],
    [
      "find . -exec cat {} \\;",
      "has a backslash, which the shell removes; write the word in single quotes, as in \"';'\""
    ],
    ["! ls x:*", 'begins with "!", which only changes the exit status; write "ls x:*"'],
    [
      "if true",
      'begins with "if", a word of the shell\'s grammar; write a rule for each command inside, as in "git log:*"'
    ],
    ["echo 'a", "has an unclosed quote"],
    ['echo a" b', "has an unclosed quote"],
    ["echo 'a:*", "has an unclosed quote"]
  ])("is refused with a reason: %s", (text, problem) => {
    expect(parseCommandPattern(text)).toBe(problem)
  })

  it.each([
    ["cat $HOME/x", "$HOME/x", "is only known when the command runs", "write its value"],
    ['cat "$HOME/x"', '"$HOME/x"', "is only known when the command runs", "write its value"],
    ["echo `date`", "`date`", "is only known when the command runs", "write its value"],
    ["cat ~/x", "~/x", "is only known when the command runs", "write the path of the home folder"],
    ["ls a?", "a?", "stands for names of files", 'end the pattern before it with ":*"'],
    ["ls [ab].c", "[ab].c", "stands for names of files", 'end the pattern before it with ":*"'],
    ["ls {a,b}", "{a,b}", "stands for several words", "write a rule for each"],
    ["ls a{1..3}", "a{1..3}", "stands for several words", "write a rule for each"]
  ])("may contain a word that the shell computes only outside allow rules: %s", (text, word, what, instead) => {
    expect(parseCommandPattern(text, "exact")).toBe(
      `has the word "${word}", which ${what}, so that an allow rule never answers for it; ${instead}, or quote it in single quotes`
    )
    expect(parseCommandPattern(text, "wide")).toMatchObject({ open: false })
  })

  it("names a variable that is not known to be harmless, for an allow rule", () => {
    expect(parseCommandPattern("NODE_ENV=test API=x npm test", "exact")).toBe(
      'sets variables before its command; write "npm test", and list "API" under "harmless_variables" of "rules"'
    )
  })

  it("of a deny rule matches an option with any value, and of an allow rule with none", () => {
    expect(parseCommandPattern("git log --output=:*", "wide")).toEqual({
      words: ["git", "log", "--output="],
      open: true
    })
    expect(parseCommandPattern("git log --output=:*", "exact")).toBe(half("--output=", '"git log:*"'))
  })

  it("accepts any quoted words", () => {
    const word = fc.string({ minLength: 1 }).filter((one) => !one.includes("'"))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.boolean(), (words, open) => {
        const text = words.map((one) => `'${one}'`).join(" ") + (open ? ":*" : "")
        expect(parseCommandPattern(text)).toEqual({ words, open })
      }),
      runs(1000)
    )
  })
})
