import { isOutside } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const writes = "writes a further file"
const code = "reads a skeleton, which is what is written"

/**
 * Returns the reason why the name of the output does harm, or `undefined` if the name is that of a source file in the
 * folder.
 */
const source = (option: string, value: string) =>
  /^-(?:o|H|g|-output|-outfile|-header|-defines|-header-file)$/.test(option) &&
  (isOutside(value) || !/\.(?:[ch](?:c|pp|xx|\+\+)?|hh|l|lex|inc|ll|yy|java|d)$/i.test(value))
    ? "is written, and has no name of a source file in the folder"
    : undefined

const facts = factsOf("flex(1), bison(1), yacc(1)", {
  writesFiles: "writes what it generates",
  startsPrograms: "starts m4"
})

/** Programs that generate parsers. Sources: the manual of each. */
export const parserGenerators: ReadonlyArray<Program> = [
  {
    names: ["flex", "lex", "flex++"],
    facts,
    closed: {
      source: "flex(1), of flex 2.6",
      options: `-LfFdbpsTwvt78BilXIRcnhV+? -C= -D= -P= -o= --align --ecs --meta-ecs --read --full --fast --debug --backup
        --perf-report --nodefault --trace --nowarn --verbose --hex --stdout --yyclass= --7bit --8bit --batch
        --case-insensitive --lex-compat --posix-compat --interactive --yylineno --c++ --noline --prefix= --reentrant
        --bison-bridge --bison-locations --stdinit --nounistd --version --outfile= --header-file=? --noyywrap
        --nounput --noinput`,
      dangers: [danger(code, "-S= --skel="), danger(writes, "--tables-file=? --backup-file=")],
      value: (option, value) => (value === "" ? undefined : source(option, value))
    }
  },
  {
    names: ["bison", "yacc", "byacc"],
    facts,
    closed: {
      source: "bison(1), of Bison 3.8; yacc(1), of Berkeley Yacc 2.0",
      options: `-tlkydvBLPishV -W=? -f=? -p= -o= -r= -b= -g=? -H=? -D= -L= -M= --version --print-localedir --print-datadir
        --feature=? --warnings=? --color=? --debug --locations --define= --name-prefix= --no-lines --token-table --yacc
        --header=? --defines=? --report= --verbose --output= --file-prefix-map=`,
      dangers: [
        danger(code, "-S= --skeleton= -F= --force-define= --language= --style="),
        danger(writes, "--report-file= -x=? --xml=? --html=? --graph=? --file-prefix="),
        danger("changes the grammar", "-u --update")
      ],
      // `-r` and `-L` take no value in yacc, but do in bison.
      value: (option, value) =>
        /^-(?:D|-define)$/.test(option) && /file|skeleton/.test(value)
          ? code
          : option === "-b" && isOutside(value)
            ? "is written outside of the folder"
            : value === ""
              ? undefined
              : source(option, value)
    }
  }
]
