import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { commandLimits, type ExecutionGrant } from "@toolgate/core"
import { isNight } from "@toolgate/testing"
import { afterAll, describe, expect, it } from "vitest"
import { hasBubblewrap, textOf, Workspace } from "./running.ts"
import { endGate, shAs, users } from "./users.ts"

afterAll(endGate)

interface Work {
  /** Whether the work runs only at night, because its programs take seconds. */
  readonly isLong?: boolean
  /** The programs that the work needs. Without one of them, the work is skipped. */
  readonly needs: ReadonlyArray<string>
  readonly files?: Readonly<Record<string, string>>
  readonly script: string
  readonly says: string | RegExp
}

const identity = "-c user.name=A -c user.email=a@example.org -c init.defaultBranch=main"

/** Everyday work in a checkout. None of it needs a network, and all of it fits the default limits of commands. */
const works: Readonly<Record<string, Work>> = {
  "a repository is made, committed to, cloned and packed": {
    needs: ["git"],
    files: { "first/a": "one\n" },
    script: `cd first && git init -q && git add a && git ${identity} commit -qm one && cd .. &&
      git clone -q first second && cd second && echo two > b && git add . && git ${identity} commit -qm two &&
      git push -q origin HEAD:refs/heads/other && git worktree add -q ../third && git gc -q --prune=now && git stash list &&
      git log --format=%s && git -C ../first log --format=%s other`,
    says: "two\none\ntwo\none\n"
  },
  "a package is installed, its script run, and a worker started": {
    isLong: true,
    needs: ["node", "npm"],
    files: {
      "dep/package.json":
        '{"name":"dep","version":"1.0.0","bin":{"dep":"./bin.js"},"scripts":{"install":"node -e \\"require(\'fs\').writeFileSync(\'built\',\'\')\\""}}',
      "dep/bin.js":
        "#!/usr/bin/env node\nconst { Worker } = require('worker_threads')\nnew Worker('require(\"worker_threads\").parentPort.postMessage(1)', { eval: true }).once('message', () => console.log('ran'))\n",
      "app/package.json":
        '{"name":"app","version":"1.0.0","scripts":{"test":"dep && ls node_modules/dep/built"},"dependencies":{"dep":"file:../dep"}}'
    },
    script: "cd app && npm install --offline --no-audit --no-fund --loglevel=error > /dev/null && npm test --silent",
    says: "ran\nnode_modules/dep/built\n"
  },
  "a program in C is built with make, threads and all, installed and run": {
    needs: ["make", "gcc"],
    files: {
      "main.c":
        '#include <pthread.h>\n#include <stdio.h>\nstatic void *work(void *x) { puts("thread"); return x; }\nint main(void) { pthread_t t; pthread_create(&t, 0, work, 0); return pthread_join(t, 0); }\n',
      Makefile:
        "all: main\nmain: main.c\n\tcc -O1 -pthread -o $@ $<\ninstall: main\n\tinstall -D -m 755 main out/bin/main\n"
    },
    script: "make -s -j4 && make -s install && out/bin/main",
    says: "thread\n"
  },
  "a virtual environment is made, a package installed into it, and processes started": {
    isLong: true,
    needs: ["python3"],
    files: {
      "pack/pyproject.toml":
        '[build-system]\nrequires=[]\nbuild-backend="backend"\nbackend-path=["."]\n[project]\nname="pack"\nversion="1"\n',
      "pack/backend.py":
        "import zipfile, os\ndef build_wheel(where, *_):\n  name='pack-1-py3-none-any.whl'\n  z=zipfile.ZipFile(os.path.join(where,name),'w')\n  z.writestr('pack.py','said=\"packed\"')\n  z.writestr('pack-1.dist-info/METADATA','Metadata-Version: 2.1\\nName: pack\\nVersion: 1\\n')\n  z.writestr('pack-1.dist-info/WHEEL','Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')\n  z.writestr('pack-1.dist-info/RECORD','')\n  z.close()\n  return name\n",
      "use.py":
        "import asyncio, multiprocessing, pack, subprocess, tempfile\nif __name__ == '__main__':\n  with multiprocessing.Pool(2) as p: print(sum(p.map(int, '123')))\n  print(pack.said, subprocess.run(['echo', 'sub'], capture_output=True, text=True).stdout, end='')\n  asyncio.run(asyncio.sleep(0)); tempfile.TemporaryFile()\n"
    },
    script: `python3 -c 'import ensurepip' 2>/dev/null || { echo no venv; exit 0; }
      python3 -m venv env && env/bin/pip install -q --no-index --no-build-isolation --disable-pip-version-check ./pack && env/bin/python use.py`,
    says: /^(?:6\npacked sub|no venv)\n$/
  },
  "a crate is built and tested": {
    isLong: true,
    needs: ["cargo"],
    files: {
      "Cargo.toml": '[package]\nname="a"\nversion="0.1.0"\nedition="2021"\n',
      "src/lib.rs":
        "pub fn two() -> u8 { 2 }\n#[test]\nfn is_two() { std::thread::spawn(|| assert_eq!(two(), 2)).join().unwrap() }\n"
    },
    script: "cargo test --offline --quiet --lib 2>&1 | grep '^test result' | cut -c1-15",
    says: "test result: ok\n"
  },
  "a class is compiled and run": {
    needs: ["javac"],
    files: {
      "A.java":
        'public class A { public static void main(String[] a) throws Exception { Thread t = new Thread(() -> System.out.println("thread")); t.start(); t.join(); new ProcessBuilder("echo", "process").inheritIO().start().waitFor(); } }\n'
    },
    script: "java -version 2>&1 | grep -c Server; javac A.java && java A",
    says: "1\nthread\nprocess\n"
  },
  "archives are packed and unpacked with their modes, links and times": {
    needs: ["tar", "gzip"],
    files: { "in/a": "a", "in/b/c": "c" },
    script:
      "chmod 700 in/b; chmod 444 in/a; ln -s a in/l; ln in/a in/h; tar -czf in.tgz in; mkdir out; tar -xpzf in.tgz -C out; cp -a in copy; stat -c '%a %h' out/in/a out/in/b copy/a; readlink out/in/l",
    says: "444 2\n700 2\n444 2\na\n"
  },
  "a program is traced and debugged": {
    needs: ["strace", "gdb"],
    script:
      "strace -f -o trace sh -c 'true; echo traced' && grep -q execve trace && gdb -q -batch -ex 'break main' -ex run -ex kill sleep 2>&1 | grep -c -i 'no symbol\\|process\\|inferior' | sed 's/.*/debugged/'",
    says: "traced\ndebugged\n"
  },
  "sockets of its own machine carry what they are given": {
    needs: ["python3"],
    files: {
      "talk.py":
        "import socket, threading\ns=socket.create_server(('127.0.0.1',0))\nthreading.Thread(target=lambda: s.accept()[0].sendall(b'heard\\n')).start()\nprint(socket.create_connection(s.getsockname()).recv(9).decode(), end='')\nu=socket.socket(socket.AF_UNIX); u.bind('sock'); print(socket.if_nameindex()[0][1], socket.getaddrinfo('127.0.0.1', 80)[0][4][1])\n"
    },
    script: "python3 talk.py",
    says: "heard\nlo 80\n"
  }
}

const isThere = (program: string) => existsSync(`/usr/bin/${program}`) || existsSync(`/bin/${program}`)

// By day only for the last user, who has the fewest rights.
describe.skipIf(!hasBubblewrap).each(users.slice(isNight ? 0 : -1))("in a confined shell of %s", (user) => {
  for (const [name, { needs, files = {}, script, says }] of Object.entries(works).filter(
    ([, { isLong }]) => isNight || !isLong
  ))
    it.skipIf(!needs.every(isThere))(
      name,
      async () => {
        using workspace = new Workspace()
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(workspace.at(path)), { recursive: true })
          writeFileSync(workspace.at(path), text)
        }
        const ran = await shAs(user, script, {
          workspace,
          grant: { limits: commandLimits as ExecutionGrant["limits"] }
        })
        expect(textOf(ran)).toMatch(typeof says === "string" ? new RegExp(`^${escaped(says)}$`) : says)
        expect([ran.error, ran.enforced.syscalls]).toEqual([undefined, "seccomp"])
      },
      300_000
    )
})

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
