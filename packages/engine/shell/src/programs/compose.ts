import type { ClosedList } from "./ClosedList.ts"
import { machine } from "./containers.ts"
import { danger } from "./Program.ts"

const starts = "starts a program"

/**
 * Compose, which reads from files what it starts and with which rights. Source:
 * docs.docker.com/reference/cli/docker/compose.
 */
export const compose: ClosedList = {
  source: "docker compose --help, of Compose 2; docs.docker.com/reference/cli/docker/compose",
  options:
    "-hvp= --ansi= --compatibility --dry-run --parallel= --profile= --progress= --project-name= --all-resources --version",
  dangers: [
    danger(
      "reads orders from another file or folder",
      "-f=",
      "--file=",
      "--env-file=",
      "--project-directory=",
      "--workdir="
    )
  ],
  subcommands: {
    ps: { options: "-aqf= --all --filter= --format= --no-trunc --orphans --quiet --services --status=" },
    logs: { options: "-ftn= --follow --index= --no-color --no-log-prefix --since= --tail= --timestamps --until=" },
    ls: { options: "-aq --all --filter= --format= --quiet" },
    "images stats": { options: "-qa --format= --quiet --all --no-stream --no-trunc" },
    "top version events": { options: "-f= --format= --short --json --since= --until=" },
    port: { options: "--index= --protocol=" },
    volumes: { options: "-q --format= --quiet" },
    "config convert": {
      options: `-q --environment --format= --hash= --images --no-consistency --no-env-resolution --no-interpolate --no-normalize
        --no-path-resolution --profiles --quiet --resolve-image-digests --services --variables --volumes --networks --models`,
      dangers: [danger("writes a file", "-o=", "--output=", "--lock-image-digests")]
    },
    "up down start stop restart kill rm pause unpause scale create wait watch": {
      asks: "starts or stops containers, which compose.yaml can give files of the machine",
      options: `-dt= -fs -V --detach --build --no-build --force-recreate --no-recreate --no-deps --no-start --quiet-pull
        --remove-orphans --abort-on-container-exit --abort-on-container-failure --exit-code-from= --attach= --no-attach=
        --attach-dependencies --always-recreate-deps --no-color --no-log-prefix --wait --wait-timeout= --timeout= --pull=
        --renew-anon-volumes --scale= --timestamps --signal= --force --stop --prune --quiet -y --yes --menu --watch -w`,
      dangers: [danger("deletes volumes or images", "-v", "--volumes", "--rmi=")]
    },
    "exec run": {
      asks: starts,
      options:
        "-dTitu= -w= -e= -l= --detach --env= --index= --no-TTY --no-tty --user= --workdir= --rm --build --name= --no-deps --entrypoint= --quiet-pull --remove-orphans --interactive --label= --pull= --quiet",
      dangers: [machine],
      before: 1,
      rest: "command"
    },
    build: {
      asks: starts,
      options: "-qm= --build-arg= --memory= --no-cache --pull --quiet --with-dependencies --check --print --progress=",
      dangers: [
        danger("publishes", "--push"),
        danger("gives the build keys or another builder", "--ssh=", "--builder=")
      ]
    },
    "pull push": {
      asks: "fetches or publishes images",
      options: "-q --ignore-buildable --ignore-pull-failures --include-deps --policy= --quiet --no-parallel"
    },
    "cp attach commit export publish bridge alpha": { asks: "reads or writes files of the machine" }
  }
}
