import { tools } from "../judging.ts"
import { type Attack, commands } from "./Attack.ts"

const { shell } = tools

const status = 'rules: { allow: ["shell(git status:*)", "shell(git log:*)", "shell(npm run test:*)", "shell(echo:*)"] }'
const harmless =
  'rules: { allow: ["shell(find:*)", "shell(sed:*)", "shell(sort:*)", "shell(tar:*)", "shell(git:*)", "shell(git log:*)", ' +
  '"shell(env:*)", "shell(xargs:*)", "shell(awk:*)", "shell(tee:*)", "shell(uniq:*)", "shell(rg:*)", "shell(date:*)"] }'

/** Commands that imitate what an allow rule covers. */
export const allowedCommands: ReadonlyArray<Attack> = [
  {
    attack: "a command that an allow pattern covers",
    policy: status,
    tool: shell,
    calls: commands(
      ...[
        "git status",
        "git status -s",
        "git log --oneline",
        "git status; git log",
        "git status && echo x",
        "git log | echo"
      ],
      ...["LANG=C git status", "git status \\\n -s", "npm run test", "(git status)", "git status 2>&1", "'git' status"]
    ),
    expect: "allow"
  },
  {
    attack: "a text that only leads to a command of an allow pattern",
    policy: "rules: { allow: ['shell(git status:*)', 'shell(git commit:*)', 'shell(cat:*)', 'shell(find:*)'] }",
    tool: shell,
    calls: commands(
      ...[
        "cd src && git status",
        "cd src && git status && cd ..",
        "cd src && git status; cd ..",
        "[ -f x ] && git status || exit 1",
        "test -d src; git status; true",
        "for f in a b; do cat $f && break; done",
        "while true; do git status; break; done"
      ],
      ...[
        "bash -lc 'git status'",
        "zsh -lc 'cd src && git status'",
        "git -C src --no-pager status",
        "LOG_LEVEL=debug git status",
        "DEBUG=app:* git status",
        "git commit -m \"$(cat <<'EOF'\n`x`\nEOF\n)\"",
        "find src -name '*.ts' | xargs cat",
        "find src -exec cat {} +"
      ]
    ),
    expect: "allow"
  },
  {
    attack: "a text that leads to nothing, or out of the workspace",
    policy: "rules: { allow: ['shell(git status:*)', 'shell(cat:*)', 'shell(find:*)', 'shell(ls:*)'] }",
    tool: shell,
    calls: commands(
      ...["cd src", "true", "exit 0", "[ -f x ]", ":", "cd src && true"],
      ...["cd /etc && git status", "cd .. && git status", "cd src && cd ../.. && git status"],
      ...["test -f /etc/passwd && git status", "(cd /etc && test -f passwd) && git status", "cd src; cd ..; ls"],
      ...[
        "zsh -ic 'git status'",
        "zsh -c 'git status *(e:x:)'",
        "fish -lc 'git status'",
        "bash --rcfile x -lc 'git status'"
      ],
      ...["DEBUG=./x git status", "LOG_LEVEL=./x git status", "HOME=src bash -lc 'git status'"],
      ...[
        "find / -name x | xargs cat",
        "echo /etc/passwd | xargs cat",
        "find . | xargs git status",
        "find . -exec ls {} + -delete"
      ],
      ...["git -C .. status", "git -C /etc status", "git -C src -C ../.. status"]
    ),
    expect: "ask"
  },
  {
    attack: "a command that is not all of an allow pattern's",
    policy: status,
    tool: shell,
    calls: commands(
      ...[
        "git logout",
        "git statusx",
        "git",
        "git -c a=b status",
        "git --exec-path=. status",
        "gitstatus",
        "--",
        "npm run tests",
        "npm test"
      ],
      ...[
        "git status; ls",
        "git status && ls",
        "git status | sh",
        "git status & ls",
        "git status\nls",
        "git status || ls",
        "ls; git status"
      ],
      ...[
        "git status $(ls)",
        "git status `ls`",
        "git status <(ls)",
        "git status $X",
        "git status *",
        "git status ~",
        "git status {a,{b,c}}"
      ],
      ...[
        "git status > x",
        "git status >> x",
        "git status >| x",
        "git status &> x",
        "git status 2> x",
        "git status >& x",
        "git status <> x"
      ],
      ...[
        "PATH=. git status",
        "GIT_PAGER=x git log",
        "LD_PRELOAD=x git status",
        "env PATH=. git status",
        "PATH=. time git status"
      ],
      ...[
        "export PATH=.; git status",
        "PATH=.; git status",
        "unset PATH; git status",
        "alias git=ls; git status",
        "git() { ls; }; git status"
      ],
      ...[
        "hash -p /var/x git; git status",
        "enable -f x git; git status",
        "set -f; git status",
        "shopt -s expand_aliases; git status"
      ],
      ...[
        "cd / && git status",
        "cd $OUT; git status",
        "cd src/out && git status",
        "cd; git status",
        "cd -; git status",
        "pushd /; git status"
      ],
      ...[
        "/usr/bin/git status",
        "./git status",
        "Git status",
        "GIT status",
        "sudo git status",
        "xargs git status",
        "su -c 'git status'"
      ],
      ...[
        "git log --output=x",
        "git log --ext-diff",
        "git log --textconv -p",
        "git\u00a0status",
        "git status\u2028ls",
        "git 'status ' ",
        "echo $HOME"
      ],
      ...[
        "find . -exec git status \\;",
        "ssh x git status",
        "docker run x git status",
        "chroot . git status",
        "flock x git status"
      ]
    ),
    expect: "ask"
  },
  {
    attack: "a harmless program made dangerous",
    policy: harmless,
    tool: shell,
    calls: commands(
      ...[
        "find . -exec ls {} +",
        "find . -ok ls \\;",
        "find . -delete",
        "find . -fprint x",
        "find . -fls x",
        "find . -execdir ls \\;"
      ],
      ...[
        "sed -i s/a/b/ x",
        "sed -ni p x",
        "sed --in-place=.b s/a/b/ x",
        "sed --in-pl s/a/b/ x",
        "sed 'w x' y",
        "sed 's/a/b/w x' y"
      ],
      ...[
        "sed 's/a/b/e' y",
        "sed '1e ls' y",
        "sed -f x y",
        "sed -n '$r x' y",
        "sort -o x y",
        "sort -ro x y",
        "sort --output=x y"
      ],
      ...[
        "sort --out x y",
        "sort --compress-program=x y",
        "sort -T/var y",
        "tar --to-command=x -xf y",
        "tar xf y -I x",
        "tar -cf x --remove-files y"
      ],
      ...[
        "tar cf x --checkpoint=1 --checkpoint-action=exec=ls y",
        "tar xf y -C /",
        "git -c core.pager=x log",
        "git --exec-path=x log"
      ],
      ...[
        "git log --output=x",
        "git -C / log",
        "git --git-dir=/x log",
        "env ls",
        "env -S 'ls x'",
        "env -C / find",
        "xargs ls"
      ],
      ...[
        "awk 'BEGIN { system(\"ls\") }'",
        "awk '{ print > \"x\" }' y",
        "tee x",
        "uniq a b",
        "rg --pre ls x",
        "date -s x",
        "date -f x"
      ]
    ),
    expect: "ask"
  },
  {
    attack: "a harmless program",
    policy: harmless,
    tool: shell,
    calls: commands(
      "find . -name x",
      "sed s/a/b/ x",
      "sed -n 1,5p x",
      "sort -r x",
      "tar tf x",
      "git log --oneline",
      "uniq a",
      "rg x",
      "date -u"
    ),
    expect: "allow"
  },
  {
    attack: "a package manager that nobody spoke of",
    policy: status,
    tool: shell,
    calls: commands(
      "npm install",
      "npm ci",
      "npm exec x",
      "npx x",
      "pip install x",
      "cargo build",
      "go get x",
      "ping x",
      "dig x"
    ),
    expect: "ask"
  }
]
