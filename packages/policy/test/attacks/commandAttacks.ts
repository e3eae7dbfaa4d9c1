import { tools } from "../judging.ts"
import { type Attack, commands } from "./Attack.ts"

const { shell, start } = tools

const noRemoval =
  'rules: { deny: ["shell(rm -rf:*)", "shell(git push origin:*)"] }\ntool_confirmation: { default: { EXECUTE: auto } }'
const status = 'rules: { allow: ["shell(git status:*)", "shell(git log:*)", "shell(npm run test:*)", "shell(echo:*)"] }'
const harmless =
  'rules: { allow: ["shell(find:*)", "shell(sed:*)", "shell(sort:*)", "shell(tar:*)", "shell(git:*)", "shell(git log:*)", ' +
  '"shell(env:*)", "shell(xargs:*)", "shell(awk:*)", "shell(tee:*)", "shell(uniq:*)", "shell(rg:*)", "shell(date:*)"] }'
const auto = "tool_confirmation: { default: { EXECUTE: auto } }"

/** Commands that are spelled, joined and hidden so that they pass for others. */
export const commandAttacks: ReadonlyArray<Attack> = [
  {
    attack: "a denied command, spelled differently",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      ...["rm -rf /", "rm -fr /", "rm -r -f /", "rm -Rf /", "rm -rvf /", "rm --recursive --force x", "rm --rec --fo x"],
      ...["rm x -rf", "rm -r x -f", "rm -r -- -f x", "rm -f --no-preserve-root -r /", "/bin/rm -rf x", "../../bin/rm -rf x"],
      ...["\\rm -rf x", "'r'm -r\"f\" x", "r\\m -rf x", "$'\\x72m' -rf /", "$'\\162m' -rf /", "rm \\\n -rf x", "A=b rm -rf x"]
    ),
    expect: "deny"
  },
  {
    attack: "a denied command behind another that starts it",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      ...["command rm -rf x", "env rm -rf x", "env -i A=b rm -rf x", "sudo rm -rf x", "sudo -u root rm -rf x", "doas rm -rf x"],
      ...["busybox rm -rf x", "toybox rm -rf x", "nice -n 5 rm -rf x", "timeout 5 rm -rf x", "nohup rm -rf x &", "time rm -rf x"],
      ...["xargs rm -rf", "ls | xargs -I{} rm -rf {}", "find . -exec rm -rf {} +", "find . -execdir rm -rf {} \\;", "exec rm -rf x"],
      ...["sh -c 'rm -rf x'", "bash -lc 'rm -rf x'", "sh -c 'sh -c \"rm -rf x\"'", "eval 'rm -rf x'", "eval rm -rf x"],
      ...["su -c 'rm -rf x'", "watch rm -rf x", "parallel rm -rf ::: x", "stdbuf -oL rm -rf x", "setsid rm -rf x", "exec -a y rm -rf x"]
    ),
    expect: "deny"
  },
  {
    attack: "a denied command among others",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      ...["ls; rm -rf x", "ls && rm -rf x", "ls || rm -rf x", "ls | rm -rf x", "ls |& rm -rf x", "ls & rm -rf x", "ls\nrm -rf x"],
      ...["(rm -rf x)", "{ rm -rf x; }", "! rm -rf x", "if true; then rm -rf x; fi", "while rm -rf x; do ls; done"],
      ...["for i in 1; do rm -rf x; done", "case a in a) rm -rf x;; esac", "f() { rm -rf x; }; f", "coproc rm -rf x"],
      ...["echo $(rm -rf x)", "echo `rm -rf x`", 'echo "$(rm -rf x)"', "cat <(rm -rf x)", "ls >(rm -rf x)", "A=$(rm -rf x) ls"],
      ...["cat <<E\n$(rm -rf x)\nE", "cat <<< $(rm -rf x)", "ls > $(rm -rf x)", "[[ -n $(rm -rf x) ]]", "echo $((`rm -rf x`))"],
      ...["cd /tmp && rm -rf x", "export PATH=.; rm -rf x", "rm -rf x # harmless", "true; : && rm -rf x > y 2>&1"]
    ),
    expect: "deny"
  },
  {
    attack: "a denied subcommand behind options that take its name for a value",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      ...["git push origin", "git push -f origin", "git push origin main", "git -C . push origin", "git --git-dir x push origin"],
      ...["git -c a=b push origin", "git -C push push origin", "git -c push push origin", "git --work-tree push push origin"],
      ...["git push -o origin origin", "git push --repo origin origin", "git push -- origin", "git -p push origin", "/x/git push origin"]
    ),
    expect: "deny"
  },
  {
    attack: "another command than the denied one",
    policy: noRemoval,
    tool: shell,
    calls: commands("rm -r x", "rm x", "rmdir -rf x", "git pushorigin x", "git pull origin", "echo rm -rf x", "git push other"),
    expect: "allow"
  },
  {
    attack: "a command that cannot be read before it runs",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      ...["rm$IFS-rf$IFS/", "{rm,-rf,/}", "R=rm; $R -rf /", "$R", "${R}", "bash <<'E'\nrm -rf x\nE", "bash <<< 'rm -rf x'"],
      ...["echo rm -rf x | sh", "alias ls='rm -rf x'; ls", "trap 'rm -rf x' EXIT", "eval $X", 'eval "$(cat x)"'],
      ...["source x", ". ./x", "sh -c \"$X\"", "sh -s < x", "python -c 'print(1)' | bash", "r* -rf x", "/bin/r? -rf x", "~/x"],
      ...["", " ", "\n", "#", "# rm", ";", "&&", "|", "(", ")", "$(", "`", "'", '"', "ls '", "ls $(", "ls |", "<", ">", "\\"],
      ...["A=b", "PATH=.", "if", "do", "fi", "ls\r", "ls\0", "\ud800", "git status\0; rm", "a=(1 2)", "((x=1))", "ls <<E"],
      ...[Array.from({ length: 5000 }, () => "ls").join(";"), `${"(".repeat(500)}ls${")".repeat(500)}`, "$((1))", "ls {a..z}"]
    ),
    expect: "ask"
  },
  {
    attack: "a command that an allow pattern covers",
    policy: status,
    tool: shell,
    calls: commands(
      ...["git status", "git status -s", "git log --oneline", "git status; git log", "git status && echo x", "git log | echo"],
      ...["LANG=C git status", "git status \\\n -s", "npm run test", "(git status)", "git status 2>&1", "'git' status"]
    ),
    expect: "allow"
  },
  {
    attack: "a command that is not all of an allow pattern's",
    policy: status,
    tool: shell,
    calls: commands(
      ...["git logout", "git statusx", "git", "git -c a=b status", "git --no-pager status", "gitstatus", "--", "npm run tests", "npm test"],
      ...["git status; ls", "git status && ls", "git status | sh", "git status & ls", "git status\nls", "git status || ls", "ls; git status"],
      ...["git status $(ls)", "git status `ls`", "git status <(ls)", "git status $X", "git status *", "git status ~", "git status {a,b}"],
      ...["git status > x", "git status >> x", "git status >| x", "git status &> x", "git status 2> x", "git status >& x", "git status <> x"],
      ...["PATH=. git status", "GIT_PAGER=x git log", "LD_PRELOAD=x git status", "env PATH=. git status", "PATH=. time git status"],
      ...["export PATH=.; git status", "PATH=.; git status", "unset PATH; git status", "alias git=ls; git status", "git() { ls; }; git status"],
      ...["hash -p /tmp/x git; git status", "enable -f x git; git status", "set -x; git status", "shopt -s expand_aliases; git status"],
      ...["cd / && git status", "cd $OUT; git status", "cd src/out && git status", "cd; git status", "cd -; git status", "pushd /; git status"],
      ...["/usr/bin/git status", "./git status", "Git status", "GIT status", "sudo git status", "xargs git status", "su -c 'git status'"],
      ...["git log --output=x", "git log --ext-diff", "git log --textconv -p", "git\u00a0status", "git status\u2028ls", "git 'status ' ", "echo $HOME"],
      ...["find . -exec git status \\;", "ssh x git status", "docker run x git status", "chroot . git status", "flock x git status"]
    ),
    expect: "ask"
  },
  {
    attack: "a harmless program made dangerous",
    policy: harmless,
    tool: shell,
    calls: commands(
      ...["find . -exec ls {} +", "find . -ok ls \\;", "find . -delete", "find . -fprint x", "find . -fls x", "find . -execdir ls \\;"],
      ...["sed -i s/a/b/ x", "sed -ni p x", "sed --in-place=.b s/a/b/ x", "sed --in-pl s/a/b/ x", "sed 'w x' y", "sed 's/a/b/w x' y"],
      ...["sed 's/a/b/e' y", "sed '1e ls' y", "sed -f x y", "sed -n '$r x' y", "sort -o x y", "sort -ro x y", "sort --output=x y"],
      ...["sort --out x y", "sort --compress-program=x y", "sort -T/tmp y", "tar --to-command=x -xf y", "tar xf y -I x", "tar -cf x --remove-files y"],
      ...["tar cf x --checkpoint=1 --checkpoint-action=exec=ls y", "tar xf y -C /", "git -c core.pager=x log", "git --exec-path=x log"],
      ...["git log --output=x", "git -C / log", "git --git-dir=/x log", "env ls", "env -S 'ls x'", "env -C / find", "xargs ls"],
      ...["awk 'BEGIN { system(\"ls\") }'", "awk '{ print > \"x\" }' y", "tee x", "uniq a b", "rg --pre ls x", "date -s x", "date -f x"]
    ),
    expect: "ask"
  },
  {
    attack: "a harmless program",
    policy: harmless,
    tool: shell,
    calls: commands("find . -name x", "sed s/a/b/ x", "sed -n 1,5p x", "sort -r x", "tar tf x", "git log --oneline", "uniq a", "rg x", "date -u"),
    expect: "allow"
  },
  {
    attack: "a program with a network, in the hands of who has none",
    policy: `layers: { tasks: { t: { no_web: true } }, roles: { r: { web_access: false } } }\n${auto}`,
    tool: shell,
    calls: commands("ping x", "nslookup x", "dig x", "ls", "npm ls"),
    who: { role: "r" },
    expect: "deny"
  },
  {
    attack: "a package manager taken for a reader",
    policy: `layers: { global: { allow: ["group:read"] } }\n${auto}`,
    tool: shell,
    calls: commands("npm ls", "npm install", "pip download x", "cat x"),
    expect: "deny"
  },
  {
    attack: "a package manager that nobody spoke of",
    policy: status,
    tool: shell,
    calls: commands("npm install", "npm ci", "npm exec x", "npx x", "pip install x", "cargo build", "go get x", "ping x", "dig x"),
    expect: "ask"
  },
  {
    attack: "shell syntax in an argument vector, which starts no shell",
    policy: 'rules: { allow: ["start(echo:*)"] }',
    tool: start,
    calls: [["echo", ";", "rm"], ["echo", "$(ls)"], ["echo", "'; ls; '"], ["echo", "a\nb"], ["echo", ""]].map((argv) => ({ argv })),
    expect: "allow"
  },
  {
    attack: "an argument vector that is not what it seems",
    policy: 'rules: { allow: ["start(echo:*)"] }',
    tool: start,
    calls: [["echo;ls"], ["echo ls"], ["sh", "-c", "echo x; ls"], ["/bin/echo"], ["env", "PATH=.", "echo"], [""]].map((argv) => ({ argv })),
    expect: "ask"
  },
  {
    attack: "a command that is no text",
    policy: "rules: { allow: [shell] }",
    tool: shell,
    calls: [{}, { command: null }, { command: ["ls"] }, { command: 1 }, { command: {} }],
    expect: "refused"
  },
  {
    attack: "an argument vector that is no list of texts",
    policy: "rules: { allow: [start] }",
    tool: start,
    calls: [{}, { argv: [] }, { argv: "ls" }, { argv: [1] }, { argv: ["ls", null] }, { argv: { 0: "ls", length: 1 } }],
    expect: "refused"
  },
  {
    attack: "a redirection where writing is denied",
    policy: 'tool_confirmation: { default: { WRITE: deny, EXECUTE: auto } }',
    tool: shell,
    calls: commands("echo x > f", "echo x >> f", "x 2> f", "x <> f", "echo $(echo x > f)"),
    expect: "deny"
  },
  {
    attack: "a redirection where writing is denied and a rule allows",
    policy: 'tool_confirmation: { default: { WRITE: deny } }\nrules: { allow: [shell, "write_file(**)"] }',
    tool: shell,
    calls: commands("echo x > f", "echo x >> f", "x 2> f"),
    expect: "deny"
  }
]
