import { describe, expect, it } from "vitest"
import { loadShellSyntax } from "../src/index.ts"
import { readGrammarFiles } from "../src/readGrammarFiles.ts"
import { summary } from "./summary.ts"

const { parts } = await loadShellSyntax(readGrammarFiles)

const table = (cases: ReadonlyArray<readonly [text: string, ...parts: ReadonlyArray<string>]>) => {
  it.each(cases.map(([text, ...expected]) => ({ text, expected })))("$text", ({ text, expected }) => {
    expect(summary(parts(text))).toEqual(expected)
  })
}

describe("words are the ones that bash would pass", () => {
  table([
    ["git status", "run git status"],
    ["  git\tstatus  ", "run git status"],
    ["git \\\n  status", "run git status"],
    [`r""m -r\\f 'a b' "c d"`, 'run rm -rf "a b" "c d"'],
    ["$'r\\x6d' $'a\\tb'", 'run rm "a\\tb"'],
    [`echo "a\\"b\\\\c\\d" '$x' \\$y`, 'run echo "a\\"b\\\\c\\\\d" "$x" "$y"'],
    ["echo '' \"\"", 'run echo "" ""'],
    ["echo a#b # not this; rm x", "run echo a#b"],
    ["echo 'a#b' # not this; rm x", "run echo a#b"],
    ["git log -- x", "run git log -- x"],
    ["a == b", "run a == b"],
    ["echo $ a$", 'run echo "$" "a$"'],
    ["LANG=C A='x y' git status", "run LANG= A= git status"],
    ["git commit -m 'it'\\''s'", 'run git commit -m "it\'s"'],
    ["rm\u00a0x", 'run "rm\u00a0x"']
  ])
})

describe("every command of a compound is a part", () => {
  table([
    ["a; b", "run a", "run b"],
    ["a\nb", "run a", "run b"],
    ["a && b || c", "run a", "run b", "run c"],
    ["a | b |& c", "run a", "run b", "run c"],
    ["a & b", "run a", "run b"],
    ["! a", "run a"],
    ["(a; b)", "run a", "run b"],
    ["{ a; b; }", "run a", "run b"],
    ["if a; then b; elif c; then d; else e; fi", "run a", "run b", "run c", "run d", "run e"],
    ["for i in 1 2; do a; done", "run a"],
    ["while a; do b; done; until c; do d; done", "run a", "run b", "run c", "run d"],
    ["case x in x) a;; y|z) b;; esac", "run a", "run b"],
    ["[ -f x ] && a", "wrap [ -f x ]", "run a"],
    ["[[ -f x && ! -d y ]] && a", "wrap [[ -f x ! -d y ]]", "run a"],
    ["[[ -f x ]] && a", "wrap [[ -f x ]]", "run a"],
    ["sh -c '[[ a == b ]] && c'", 'wrap sh -c "[[ a == b ]] && c"', "wrap [[ a == b ]]", "run c"],
    ["test -f x && a", "wrap test -f x", "run a"]
  ])
})

describe("commands in process substitutions are parts", () => {
  table([
    ["diff <(sort a) <(sort b)", "run sort a", "run sort b", 'run diff "<(sort a)" "<(sort b)"'],
    ["a < <(b; c) | d", "run b", "run c", "run a", "run d"],
    ["a <(cat <<'X'\nb\nX\n) c", "run cat", `run a ${JSON.stringify("<(cat <<'X'\nb\nX\n)")} c`],
    ["a <(cd b; c) d", "wrap cd b", "run c in b", "run c", 'run a "<(cd b; c)" d'],
    ["bash <(echo rm x)", "run echo rm x", 'run bash "<(echo rm x)"', "opaque", "run rm x"],
    ["sh < <(echo rm x)", "run echo rm x", "run sh", "opaque", "run rm x"]
  ])

  it.each(["a b<(c)", "a <(b)c", "a>f<(b)", "a 2<(b)", "a > <(b)", "a >(b)", ". <(b)"])("does not read %s", (text) => {
    expect(summary(parts(text))).toContain("opaque")
    expect(summary(parts(text))).toContain(text.includes("(c") ? "run c" : "run b")
  })
})

describe("a program that runs or sends its input is opaque if it gets input", () => {
  table([
    ["sftp a < b", "r b", "run sftp a", "opaque"],
    ["a | http b", "run a", "run http b", "opaque"],
    ["a | (http b); xh c", "run a", "run http b", "opaque", "run xh c"],
    ["while a; do http b; done < c; xh d", "r c", "run a", "run http b", "opaque", "run xh d"],
    ["http b < c && xh d", "r c", "run http b", "opaque", "run xh d"],
    ["a | timeout 5 http b", "run a", "wrap timeout 5 http b", "run http b", "opaque"],
    ['a | echo "$(http b)"', "run a", "run http b", "opaque", 'run echo "$(http b)"'],
    ["a | bash -c 'http b'", "run a", 'run bash -c "http b"', "run http b", "opaque"],
    ["a | http -I b", "run a", "run http -I b"],
    ["a | http b < /dev/null", "run a", "run http b"],
    ["http b | a; sftp -v b", "run http b", "run a", "run sftp -v b"]
  ])
})

describe("braces expand to several words", () => {
  table([
    ["rm {a,b} 'c d'{1..2}.{x,y}", 'run rm a b "c d1.x" "c d1.y" "c d2.x" "c d2.y"'],
    ["rm src/*.{js,ts}", "run rm src/*.js src/*.ts"],
    ["cp a{,.bak}", "run cp a a.bak"],
    ["rm -{r,f} x", "run rm -r -f x"],
    ["for i in {1..2}; do rm $i; done", "run rm 1", "run rm 2"],
    ["rm '{a,b}'", "run rm {a,b}"]
  ])

  it("and stay literal in some shells", () => {
    expect(summary(parts("sh -c 'rm {a,b}'"))).toEqual(['wrap sh -c "rm {a,b}"', "run rm a b", "run rm {a,b}"])
  })
})

describe("text that only some shells run in the background is read", () => {
  table([
    ["sh -c 'a b &> f'", 'wrap sh -c "a b &> f"', "w f", "run a b"],
    ["sh -c 'a &>> f && b'", 'wrap sh -c "a &>> f && b"', "w f", "run a", "run b"],
    ["sh -c 'a | b &> f 2>&1; c'", 'wrap sh -c "a | b &> f 2>&1; c"', "run a", "w f", "run b", "run c"],
    ["sh -c 'command -v a &> /dev/null'", 'wrap sh -c "command -v a &> /dev/null"', "run command -v a"]
  ])
})

describe("text that a command reads may be printed and compared", () => {
  table([
    ['a | while IFS= read -r x; do echo "$x"; done', "run a", "wrap read -r x", 'run echo "$x"'],
    ['while read x y; do [ "$x" = z ] && b; done', "wrap read x y", 'wrap [ "$x" = z ]', "run b"],
    ['[ -z "$CI" ] && echo "$NODE_ENV"', 'wrap [ -z "$CI" ]', 'run echo "$NODE_ENV"'],
    ['basename "$(a)"', "run a", 'run basename "$(a)"']
  ])

  it.each([
    "while read x; do $x; done",
    'echo "$TOKEN"',
    'rm "$CI"',
    'CI=$(a); rm "$CI"',
    "while read x; do echo $x; done",
    'while read x; do rm "$x"; done',
    "x=a; while read x; do b; done; rm $x",
    "x=a; while read y; do read x; done; rm $x",
    "x=a; b | read x; rm $x",
    "x=a; while read y; do rm $x; read x; done",
    "a | read PATH; b",
    "PATH=x read y",
    "read -a x",
    "read -u 3 x",
    "read 'x[$(rm y)]'",
    "while read x; do cd a; done; b"
  ])("but %s is opaque", (text) => {
    expect(summary(parts(text))).toContain("opaque")
  })
})

describe("redirections are files", () => {
  table([
    ["a > f", "w f", "run a"],
    ["a >> f", "w f", "run a"],
    ["a >| f", "w f", "run a"],
    ["a &> f", "w f", "run a"],
    ["a &>> f", "w f", "run a"],
    ["a >& f", "w f", "run a"],
    ["a 2> f", "w f", "run a"],
    ["a < f", "r f", "run a"],
    ["a > 'x y'", "w x y", "run a"],
    ["a > f b", "w f", "run a b"],
    ["> f a b", "w f", "run a b"],
    ["> f", "w f"],
    ["{ a; } > f", "w f", "run a"],
    ["a | b > f", "run a", "w f", "run b"],
    ["a 2>&1 >&2 3>&- 4<&0", "run a"],
    ["a > /dev/null 2> /dev/stderr > /dev/fd/3", "run a"],
    ["a <<< 'some text'", "run a"],
    ["cat <<'E' > f\n$(rm x) `y`\nE", "w f", "run cat"],
    ["cat <<E && b\nonly data\nE\n", "run cat", "run b"],
    ["jq . <<E\n{ a: $(rm x) }\nE", "run rm x", "run jq ."],
    ["cat <<'E' | jq .\n[{ \"a\": 1 }]\nE", "run cat", "run jq ."],
    ["cat <<-E\n\tdata\n\tE\nb", "run cat", "run b"],
    ["a > /dev/null/../f", "w /dev/null/../f", "run a"],
    ["exec > f", "w f", "run exec"],
    ["env", "run env"],
    ["git log && env A=b", "run git log", "run env A=b"]
  ])
})

describe("a program that only starts another is a wrapper", () => {
  table([
    ["time make", "wrap time make", "run make"],
    ["time -p make", "wrap time -p make", "run make"],
    ["nice -n 5 rm x", "wrap nice -n 5 rm x", "run rm x"],
    ["timeout -k 3 --signal=INT 5 rm x", "wrap timeout -k 3 --signal=INT 5 rm x", "run rm x"],
    ["env A=1 B=2 rm x", "wrap env A=1 B=2 rm x", "run A= B= rm x"],
    ["env -u A rm x", "wrap env -u A rm x", "run A= rm x"],
    ["env -i rm x", "wrap env -i rm x", "run PATH= rm x"],
    ["/usr/bin/env nohup rm x", "wrap /usr/bin/env nohup rm x", "wrap nohup rm x", "run rm x"],
    ["A=1 nice rm x", "wrap A= nice rm x", "run A= rm x"],
    ["command -- rm x", "wrap command -- rm x", "run rm x"],
    ["command -v rm", "run command -v rm"],
    ["exec rm x", "wrap exec rm x", "run rm x"],
    ["stdbuf -oL rm x", "wrap stdbuf -oL rm x", "run rm x"],
    ["sh -c 'rm x; a > f'", 'wrap sh -c "rm x; a > f"', "run rm x", "w f", "run a"],
    ["bash -euo pipefail -c 'rm x'", 'wrap bash -euo pipefail -c "rm x"', "run rm x"],
    ["eval rm x '&&' a", "wrap eval rm x && a", "run rm x", "run a"],
    ["bash -lc 'rm x'", 'wrap bash -lc "rm x"', "run rm x"],
    ["bash --login -c 'rm x'", 'wrap bash --login -c "rm x"', "run rm x"],
    ["zsh -lc 'git log | rm x'", 'wrap zsh -lc "git log | rm x"', "run git log", "run rm x"]
  ])
})

describe("a program that starts another and does more is not a wrapper", () => {
  table([
    ["sudo -u root A=1 rm x", "run sudo -u root A=1 rm x", "run A= rm x"],
    ["bash script.sh x", "run bash script.sh x", "run script.sh x"],
    ["./env rm x", "run ./env rm x", "run rm x"],
    ["watch -n 1 rm x", "run watch -n 1 rm x", "run rm x"],
    ["xargs -0 rm < f", "r f", "run xargs -0 rm", "opaque", "run rm"],
    ["find . -exec rm {} \\; -ok a {} +", "run find . -exec rm {} ; -ok a {} +", "opaque", "run rm {}", "run a {}"],
    ["fd -x rm", "run fd -x rm", "opaque", "run rm"],
    ["ssh -p 22 h 'rm x; a'", 'run ssh -p 22 h "rm x; a"', "opaque", "run rm x", "run a"],
    ["su -c 'rm x' me", 'run su -c "rm x" me', "opaque", "run rm x"],
    ["zsh -c 'rm x*'", 'run zsh -c "rm x*"', "opaque", "run rm x*"],
    ["zsh -c 'rm =ls'", 'run zsh -c "rm =ls"', "opaque", "opaque", "run rm =ls"],
    ["fish -c 'rm x'", 'run fish -c "rm x"', "opaque", "run rm x"],
    ["bash -ic 'rm x'", 'run bash -ic "rm x"', "opaque", "run rm x"],
    ["env -S 'rm x'", 'run env -S "rm x"', "opaque", "run rm x"],
    ["strace -f rm x", "run strace -f rm x", "opaque", "run rm x", "run x"],
    ["bash -n x.sh", "run bash -n x.sh"],
    ["bash -n +n x.sh", "run bash -n +n x.sh", "run x.sh"],
    ["bash -n -c 'rm x'", 'run bash -n -c "rm x"', "opaque", "run rm x"],
    ["hyperfine -r 3 'a b' 'c; d'", 'run hyperfine -r 3 "a b" "c; d"', "run a b", "run c", "run d"],
    ["hyperfine a --export-json f", "run hyperfine a --export-json f", "run a", "run --export-json", "run f"],
    ["hyperfine --prepare 'rm x' a", 'run hyperfine --prepare "rm x" a', "opaque", 'run "rm x" a', "run a", "run rm x"],
    ["valgrind --log-file=f rm x", "run valgrind --log-file=f rm x", "opaque", "run rm x", "run x"],
    ["valgrind --leak-check rm x", "run valgrind --leak-check rm x", "run x"],
    ["nice --unknown rm x", "run nice --unknown rm x", "opaque", "run rm x", "run x"]
  ])
})

describe("a memory checker starts the program that its words name", () => {
  table([["valgrind -q --leak-check=full ./a b", "run valgrind -q --leak-check=full ./a b", "run ./a b"]])
})

describe("a program that reads files listed by another command gets their folder", () => {
  table([
    ["find . -name '*.ts' | xargs grep -l x", "run find . -name *.ts", "wrap xargs grep -l x", "run grep -l x ."],
    ["find . -print0 2>/dev/null | xargs -0 wc -l", "run find . -print0", "wrap xargs -0 wc -l", "run wc -l ."],
    ["find src -print0 | xargs -r0 file -b", "run find src -print0", "wrap xargs -r0 file -b", "run file -b ."],
    [
      "find src -print0 | xargs -0 prettier --write",
      ...["run find src -print0", "wrap xargs -0 prettier --write", "run prettier --write ."]
    ],
    ["find . -print0 | xargs -0 -I% jq .a %", "run find . -print0", "wrap xargs -0 -I% jq .a %", "run jq .a ."],
    ["find . -exec eslint {} +", "run find . -exec eslint {} +", "run eslint ."],
    ["rspec --tag=~slow", "run rspec --tag=~slow"],
    [
      "rg -l x | sort -u | head -n 3 | xargs cat",
      ...["run rg -l x", "run sort -u", "run head -n 3"],
      "wrap xargs cat",
      "run cat ."
    ],
    ["git ls-files '*.ts' | xargs -n 1 head -5", "run git ls-files *.ts", "wrap xargs -n 1 head -5", "run head -5 ."],
    ["git grep -l x | xargs head", "run git grep -l x", "wrap xargs head", "run head ."],
    ["ls src/*.ts | xargs wc -l", "run ls src/*.ts", "wrap xargs wc -l", "run wc -l ."],
    ["ls | xargs -I% cat % > f", "run ls", "w f", "wrap xargs -I% cat %", "run cat ."],
    ["find . -name '*.go' -exec rg -l x {} +", "run find . -name *.go -exec rg -l x {} +", "run rg -l x ."],
    [
      "find . -exec grep x {} + -exec cat {} \\;",
      "run find . -exec grep x {} + -exec cat {} ;",
      "run grep x .",
      "run cat ."
    ]
  ])

  it.each([
    "find . | xargs rm",
    "find . | xargs sort",
    "find . | xargs -n10 sort",
    "git ls-files -z | xargs -0 sort",
    "find . -print0 | xargs -0 awk x",
    "find . | xargs eslint",
    "rg -l0 x | xargs -0 eslint",
    "find . -print0 | xargs -0 rm",
    "find . -print0 | xargs -0 uniq",
    "find . -print0 | xargs -0 node",
    "find . -print0 | xargs -0 git add",
    "find . -print0 | xargs -0 curl -T",
    "find . -print0 | xargs -0 nosuch",
    "find . -print0 | xargs -0 ./eslint",
    "find . -print0 | xargs -0 -I% eslint -c % a",
    "find . -exec rm {} +",
    "find . | xargs",
    "find . | xargs sh -c 'cat x'",
    "find . | xargs ./cat",
    "find . | xargs xargs cat",
    "find . | xargs -a f cat",
    "find . | xargs --arg-file=f cat",
    "find . | xargs -I{} cat /etc/{}",
    "find . | xargs cat < f",
    "find . | (xargs cat)",
    "find . | while a; do xargs cat; done",
    "find . 2>&1 | xargs cat",
    "find -L . | xargs cat",
    "find . -printf /etc/x | xargs cat",
    "find . -name '.e*' | xargs cat",
    "find . -name '[.]env' | xargs cat",
    "find . -regex '.*' | xargs cat",
    "find . -type l | xargs cat",
    "find . -type f,l | xargs cat",
    "find . -xtype f | xargs cat",
    "find . $X | xargs cat",
    "X=1 find . | xargs cat",
    "find . | sed s,^,/, | xargs cat",
    "find . | grep x f | xargs cat",
    "find . | grep -o x | xargs cat",
    "find . | tee f | xargs cat",
    "find . && xargs cat",
    "cat f | xargs cat",
    "echo x | xargs cat",
    "printf x | xargs cat",
    "grep x f | xargs cat",
    "grep -l --label=/etc/x x - | xargs cat",
    "grep -Rl x . | xargs cat",
    "rg x | xargs cat",
    "rg -l --pre=x y | xargs cat",
    "git ls-files ../x | xargs cat",
    "git ls-files :/ | xargs cat",
    "git grep x | xargs cat",
    "git grep -lO x | xargs cat",
    "git ls-files --format=/etc/x | xargs cat",
    "git diff | xargs cat",
    "ls -l | xargs cat",
    "find . -exec rm {} +",
    "find . -exec awk {} +",
    "find . -exec uniq a {} +",
    "ls | xargs rg x",
    "ls *.ts | xargs cat",
    "ls ../*.ts | xargs cat",
    "ls src/../../*.ts | xargs cat",
    "ls /etc/*.d | xargs cat",
    "ls src/.* | xargs cat",
    "ls | grep src/* | xargs cat",
    "ls | xargs sort",
    "find . -exec cat {} + -exec rm {} +",
    "find . -execdir cat {} +",
    "find . -exec cat /etc/{} +",
    "find -L . -exec cat {} +"
  ])("except that the words of %s stay unknown", (text) => {
    expect(summary(parts(text))).toContain("opaque")
  })
})

describe("cd changes the folder of later parts", () => {
  table([
    ["cd x && a > f", "wrap cd x", "w f in x", "run a in x"],
    ["cd x && cd y && a", "wrap cd x", "wrap cd y in x", "run a in x > y"],
    ["cd x && cd /y && a", "wrap cd x", "wrap cd /y in x", "run a in /y"],
    ["cd -- x && a", "wrap cd -- x", "run a in x"],
    ["(cd x && a); b", "wrap cd x", "run a in x", "run b"],
    ["{ cd x && a; } && b", "wrap cd x", "run a in x", "run b in x"],
    ["sh -c 'cd x && a' && b", 'wrap sh -c "cd x && a"', "wrap cd x", "run a in x", "run b"],
    ["command cd x && a", "wrap command cd x", "wrap cd x", "run a in x"],
    ["nice cd x && a", "wrap nice cd x", "run cd x", "run a"],
    ["cd x/.. && a", "wrap cd x/..", "run a"],
    ["cd x && a && cd .. && b", "wrap cd x", "run a in x", "wrap cd .. in x", "run b"],
    ["cd x/y && cd ../z && a", "wrap cd x/y", "wrap cd ../z in x/y", "run a in x/z"],
    ["cd x && cd ../.. && a", "wrap cd x", "wrap cd ../.. in x", "run a in .."],
    ["cd /x/y && cd .. && a", "wrap cd /x/y", "wrap cd .. in /x/y", "run a in /x"],
    ["cd -P x && a", "wrap cd -P x", "run a in x/."],
    ["cd .. && a", "wrap cd ..", "run a in .."],
    ["cd x > f", "w f", "wrap cd x"]
  ])

  describe("and a command that runs whether or not it succeeds is a part in both folders", () => {
    table([
      ["cd x; a", "wrap cd x", "run a in x", "run a"],
      ["cd x\na > f", "wrap cd x", "w f in x", "w f", "run a in x", "run a"],
      ["cd x && a; b", "wrap cd x", "run a in x", "run b in x", "run b"],
      ["cd x || exit 1; a", "wrap cd x", "wrap exit 1", "run a in x", "run a"],
      ["! cd x && a", "wrap cd x", "run a"],
      ["eval 'cd x'; a", 'wrap eval "cd x"', "wrap cd x", "run a in x", "run a"]
    ])
  })

  describe("and its target may be unknown", () => {
    it.each([
      "cd",
      "cd -",
      "cd ''",
      'cd "$X"',
      "cd *",
      "cd a b",
      "cd -Q x",
      "CDPATH=/y cd x",
      "a || cd x",
      "cd x | a",
      "cd x &",
      "if cd x; then a; fi",
      "for i in 1 2; do eval 'cd x'; done",
      "while cd x; do a; done",
      "cd x/. && cd ..",
      "cd -P x && cd ..",
      "cd x && cd -P ..",
      "cd -P x/../y",
      "pushd x",
      "popd",
      "cd 1; cd 2; cd 3; a",
      "cd src/*",
      'cd "$PWD"',
      "for i in 1 2; do cd x; done"
    ])("%s", (text) => {
      expect(summary(parts(text))).toContain("opaque")
    })
  })
})

describe("computed text is opaque, beside the visible parts", () => {
  table([
    ["rm $X", "opaque", 'run rm "$X"'],
    ['rm "$X"/y', "opaque", 'run rm "\\"$X\\"/y"'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are the shell's.
    ["rm ${X:-y}", "opaque", 'run rm "${X:-y}"'],
    ["a $(rm x; b)", "opaque", "run rm x", "run b", 'run a "$(rm x; b)"'],
    ["a `rm x`", "opaque", "opaque", 'run a "`rm x`"', "run rm x"],
    ['a "$(rm x)"', "run rm x", 'run a "$(rm x)"', "opaque"],
    ["a <(rm x) >(b)", "opaque", "opaque", "opaque", 'run a "<(rm x)" >(b)', "run b", "run rm x"],
    ["$(rm x) y", "opaque", "run rm x", 'run "$(rm x)" y'],
    ["$X y", "opaque", 'run "$X" y'],
    ["rm *.c", "run rm *.c", "opaque"],
    ["rm x/?y", "run rm x/?y"],
    ["curl -s http://x/y?z=1", "run curl -s http://x/y?z=1"],
    ["wc -l -- *.c", "run wc -l -- *.c"],
    ["du -sh *", "run du -sh *"],
    ["sort *.c", "run sort *.c", "opaque"],
    ["rm [ab]", "run rm [ab]", "opaque"],
    ["rm -* x", "run rm -* x", "opaque"],
    ["rm .*", "run rm .*", "opaque"],
    ["rm x/.?", "run rm x/.?", "opaque"],
    ["*/rm x", "run */rm x", "opaque"],
    ["nice x/*", "wrap nice x/*", "opaque", "run x/*"],
    ["env x/* rm", "wrap env x/* rm", "opaque", "run x/* rm"],
    ["rm {a,{b,c}}", "opaque", "run rm {a,{b,c}}"],
    ["rm {a,b}*", "opaque", "run rm {a,b}*"],
    ["rm *{,x}*/y", "opaque", "run rm *{,x}*/y"],
    ["rm *{/x,y}", "opaque", "run rm *{/x,y}"],
    ["rm {,x}~/y", "opaque", "run rm {,x}~/y"],
    ["rm $X{a,b}", "opaque", 'run rm "$X{a,b}"'],
    ['rm "$X"{a,b}', "opaque", 'run rm "\\"$X\\"{a,b}"'],
    ["rm {,}", "opaque", "run rm {,}"],
    ["rm {1..99}", "opaque", "run rm {1..99}"],
    ["a=x{b,c}", "opaque"],
    ["a > x{b,c}", "opaque", "run a"],
    ["rm ~/x", "opaque", "run rm ~/x"],
    ["rm a=~/x", "opaque", "run rm a=~/x"],
    ["rm$IFS-rf", "opaque", 'run "rm$IFS-rf"'],
    ["a > $X", "opaque", "run a"],
    ["a > x*", "opaque", "run a"],
    ["a > $(rm x)", "opaque", "run rm x", "run a"],
    ["cat <<E\n$X\nE", "opaque", "run cat"],
    ['sh -c "rm $X"', "opaque", 'run sh -c "\\"rm $X\\""', "opaque"],
    ['sh -c "rm $PWD"', 'run sh -c "rm $PWD"', "opaque", "opaque"],
    ['eval "$X"', "opaque", 'run eval "\\"$X\\""', "opaque"]
  ])
})

describe("a change of the meaning of later commands is opaque", () => {
  it.each([
    "A=1",
    "PATH=.; git status",
    "A=(1 2)",
    "A[0]=1 a",
    "export PATH=.",
    "declare -x A=1",
    "readonly A",
    "local A=1",
    "typeset A=1",
    "unset A",
    "alias git='rm x'",
    "unalias git",
    "set -f",
    "set -- a",
    "set -o noglob",
    "export A=1",
    "export CI",
    "export CI=$X",
    "path=.; git status",
    "for path in .; do git status; done",
    "for http_proxy in x; do git status; done",
    "shopt -s extglob",
    "enable -n cd",
    "hash -p ./x git",
    "bind x",
    "trap 'rm x' EXIT",
    "source f",
    ". f",
    "f() { rm x; }",
    "function f { rm x; }",
    "coproc rm x",
    "read A <<< x",
    "mapfile A",
    "getopts a b",
    "printf -v PATH .",
    "let x=1",
    "history -s x",
    "fc -s",
    "for PATH in .; do git status; done",
    "builtin eval 'A=1'",
    "command export A=1",
    "select i in 1; do a; done"
  ])("%s", (text) => {
    expect(summary(parts(text))).toContain("opaque")
  })
})

describe("an edge case of the parser never hides a command", () => {
  it.each([
    "",
    " ",
    "\n\n",
    "# only a comment",
    ">&2",
    "''",
    "'' x",
    "a\\=b c",
    "'A'=1 c",
    "if",
    "a &&",
    "a | ",
    "(a",
    "a)",
    "a; }",
    "'a",
    '"a',
    "a \\",
    "a \\ b",
    "a >'f'\\x",
    "a <<E\nno end",
    "a <<E",
    "a >",
    "a > ''",
    "a\0b",
    "a\rb",
    "a\r\nb",
    "a\x1b[2Kb",
    "a\x7f",
    "a \ud800",
    "((a))",
    "a $((x))",
    "a $((1/0))",
    "a $((x[1]))",
    "A+=/x a",
    "printf %n PATH",
    "printf 'x%5ln' PATH",
    "[ 'x[$(rm x)]' -eq 1 ]",
    "[ 1 -lt x ]",
    "shift 'x[$(rm x)]'",
    "ulimit -n x",
    'a "$x[1]"',
    "a $x:h",
    "a $[1]",
    "for ((;;)); do a; done",
    "[[ a -eq b ]]",
    "[[ a =~ b ]] && c || (d)",
    "[[ -v a ]]",
    "test -v 'a[$(rm x)]'",
    "[ a > b ]",
    "time { a; }",
    "time ! a",
    "! { a; }",
    "a {fd}>f",
    'a $"b"',
    "a $'\\c1'",
    "a $'\\u00e9'",
    "a $'\\0'",
    "a?(b)",
    "a&\\\n&b",
    "a\\\nb",
    "r\\\nm x",
    'a "$\\\n(rm x)"',
    "a > /dev/tcp/example.org/80",
    "a < /dev/udp/example.org/53",
    "a >& $X",
    "a 2>&f",
    "a 2>&1-",
    "a >&1-",
    "a <&0-",
    "a >&'$(rm x)'",
    "a >& --",
    "bash",
    "a | bash",
    "bash -s < f",
    "sh -c",
    "sh -c '[[ a && rm x ]]'",
    "sh -c '[[ a < b ]]'",
    "[[ x -eq y ]]",
    "sh -c '[[ a || ! rm x ]]'",
    "sh -c '[[ -f a && rm -rf x ]]'",
    "sh -c '[[ -f a && -d x; rm y ]]'",
    "[[ -v x ]]",
    "[[ $X == y ]]",
    "sh -c 'a &> f b'",
    "sh -c 'cd a &> f; b'",
    "sh -c 'eval \"cd a\" &> f; b'",
    "sh -c 'command cd a &> f; b'",
    "sh -c 'a=b &> f'",
    "sh -c 'a=b c &> f'",
    "sh -c '{ cd a; } &> f'",
    "sh -c '&> f'",
    "sh -c '&> f a'",
    "sh -c '$X &> f'",
    "sh -c \"\\$'rm' x\"",
    "sh -c 'a 10>f'",
    "jobs -x rm x",
    "exec -a b rm x"
  ])("%j", (text) => {
    expect(summary(parts(text))).toContain("opaque")
  })

  it("returns at most a hundred parts, and reports that more follow", () => {
    const found = parts(`${"a;".repeat(200)} rm x`)
    expect(found.length).toBe(101)
    expect(found.at(-1)).toEqual({
      kind: "unread",
      reason: "The text does more than 100 things; what follows is not shown."
    })
  })

  it("returns a hundred parts without an unread part", () => {
    expect(new Set(summary(parts("a;".repeat(100))))).toEqual(new Set(["run a"]))
  })

  it("returns what bash would run after a word that the grammar takes for a program", () => {
    expect(summary(parts("! { rm x; }"))).toContain("run rm x")
    expect(summary(parts("time { rm x; }"))).toContain("run rm x")
    expect(summary(parts("coproc rm x"))).toContain("run rm x")
    expect(summary(parts("a <> f; rm x"))).toEqual(expect.arrayContaining(["rw f", "run rm x"]))
  })
})

it("gives the reason of each opaque part", () => {
  expect(parts('rm "$X" > $Y; eval $Z').filter(({ kind }) => kind === "opaque")).toEqual([
    { kind: "opaque", reason: 'The word "$Y" is computed when the command runs.' },
    { kind: "opaque", reason: 'The word ""$X"" is computed when the command runs.' },
    { kind: "opaque", reason: 'The word "$Z" is computed when the command runs.' },
    { kind: "opaque", reason: 'The text that "eval" runs is computed when the command runs.' }
  ])
})

describe("text beyond a bound is unread, and the reason names the bound", () => {
  it.each(
    [
      [`echo ${"x".repeat(70_000)}`, "The text is longer than 64 KiB."],
      ["a;".repeat(101), "The text does more than 100 things; what follows is not shown."],
      [`${"( ".repeat(500)}a${")".repeat(500)}`, "The text nests more than 100 deep."],
      [`${"$(".repeat(300)}a${")".repeat(300)}`, "The text nests more than 100 deep."],
      [`${"env ".repeat(1_000)}a`, "The text contains more than 12 nested texts or commands."],
      [`${"eval ".repeat(20)}a`, "The text contains more than 12 nested texts or commands."],
      [`${"! ".repeat(1_000)}a`, "The text contains more than 12 nested texts or commands."],
      ...["<", "a=(", "?(a) ", "<<a\n", "a|", "\t,|", "(", "a;"].map((piece) => [
        piece.repeat(60_000 / piece.length),
        "The text takes more than 512 steps of the parser."
      ]),
      [
        `sh -c '${"a b c d e f ".repeat(4_000)}'; sh -c '${"f e d c b a ".repeat(1_200)}'`,
        "The text takes more than 512 steps of the parser."
      ]
    ].map(([text = "", reason = ""]) => ({ text, reason, shown: `${text.slice(0, 20)}… ${reason}` }))
  )("$shown", ({ text, reason }) => {
    expect(parts(text)).toContainEqual({ kind: "unread", reason })
  })

  it("does not fill the memory with expanded variables", () => {
    const doubled = `a=xxxx; ${"a=$a$a; ".repeat(40)}`
    expect(summary(parts(`${doubled}rm $a`))).toContain("opaque")
    expect(summary(parts(`a=$?; ${"a=$a$a; ".repeat(40)}rm $a`))).toContain("opaque")
    const long = `a=xxxx; ${"a=$a$a; ".repeat(13)}`
    const reason = "With its variables expanded, the text has words of more than 1 MiB; what follows is not shown."
    for (const text of [`${long}echo ${"$a ".repeat(100)}`, `${long}for b in ${"1 ".repeat(100)}; do echo $a $a; done`])
      expect(parts(text)).toContainEqual({ kind: "unread", reason })
  })

  it("returns the parts before the bound", () => {
    expect(summary(parts(`${"a;".repeat(60)}${"b;".repeat(60)}`))).toContain("run b")
    expect(summary(parts(`rm x; sh -c '${"<".repeat(60_000)}'`))).toContain("run rm x")
  })
})

describe("long texts that people write are read", () => {
  const files = (count: number) => Array.from({ length: count }, (_, i) => `src/some/folder/file-${i}.ts`).join(" ")
  const prose = "Fix the reader: it is no longer (as in 1.2) closed when a pipe, or a file; is at its end.\n"
  const code = "export const a = { b: 'c' } // $x `y` (z) <<A && b | c > d\n"

  it.each([
    ["six hundred files", `git add ${files(600)}`],
    ["as many files as fit", `git add ${files(2_000)}`],
    ["a commit message of 10 KB", `git commit -m "${prose.repeat(110)}"`],
    ["the longest commit message", `git commit -m "${prose.repeat(680)}"`],
    ["a here-document of 60 KB", `cat > a.ts <<'EOF'\n${code.repeat(1_000)}EOF\n`],
    ["forty here-documents", `cat > a.ts <<'EOF'\n${code.repeat(24)}EOF\n`.repeat(40)],
    ["a script of 60 KB for node", `node -e '${code.replaceAll("'", '"').repeat(980)}'`],
    ["a hundred commands with pipes", `${"find src -name '*.ts' -not -path './dist/*' | sort -u && ".repeat(49)}ls`],
    ["ten thousand words", `echo ${"ab cd ".repeat(4_000)}`]
  ])("%s", (_name, text) => {
    expect(Buffer.byteLength(text)).toBeLessThan(64 * 1024)
    expect(summary(parts(text))).not.toContain("unread")
  })
})

it("loads the grammar once, and returns the same parts for the same text", async () => {
  expect(await loadShellSyntax(readGrammarFiles)).toBe(await loadShellSyntax(readGrammarFiles))
  expect(parts("git log")).toBe(parts("git log"))
})
