import { fetched } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { compose } from "./compose.ts"
import { machine } from "./containers.ts"
import { danger } from "./Program.ts"

const starts = "starts a program"

/** The options of `docker run` and `create` whose effect stays inside the container. */
const container = `-ditqh= -a= -c= -e= -l= -m= -u= -w= --annotation= --attach= --blkio-weight= --cap-drop= --cpu-period= --cpu-quota=
  --cpu-shares= --cpus= --cpuset-cpus= --cpuset-mems= --detach --detach-keys= --domainname= --entrypoint= --env= --expose=
  --health-cmd= --health-interval= --health-retries= --health-start-period= --health-timeout= --hostname= --init
  --interactive --label= --mac-address= --memory= --memory-reservation= --memory-swap= --name= --network-alias=
  --no-healthcheck --pids-limit= --platform= --pull= --quiet --read-only --restart= --rm --shm-size= --sig-proxy
  --stop-signal= --stop-timeout= --tmpfs= --tty --ulimit= --user= --workdir=`

const list = "-aqsln= -f= --all --filter= --format= --last= --latest --no-trunc --quiet --size"
const images = "-aqf= --all --digests --filter= --format= --no-trunc --quiet --tree"
const logs = "-ftn= --details --follow --since= --tail= --timestamps --until="
const inspect = "-sf= --format= --size --type= --platform="
const ofNames = "-sft= --signal= --time= --timeout= --force --link -v --volumes --no-prune"

const builds: ClosedList = {
  asks: starts,
  options: `-qt= -m= -c= --build-arg= --target= --tag= --platform= --pull --no-cache --no-cache-filter= --quiet --rm --force-rm
    --label= --progress= --load --compress --squash --memory= --cpu-shares= --shm-size= --ulimit=`,
  operand: (word) => (/:\/\/|^git@|^github\.com\//.test(word) ? "is fetched" : undefined),
  dangers: [
    danger("reads orders from another file", "-f=", "--file="),
    danger("writes a file", "--iidfile=", "--metadata-file=", "-o=", "--output=", "--cache-to="),
    danger(
      "gives the build files, keys or rights of the machine",
      "--secret=",
      "--ssh=",
      "--network=",
      "--build-context="
    ),
    danger(
      "gives the build files, keys or rights of the machine",
      "--allow=",
      "--security-opt=",
      "--add-host=",
      "--builder="
    ),
    danger("publishes", "--push")
  ]
}

const runs: ClosedList = { asks: starts, options: container, dangers: [machine], rest: "script" }
const executes: ClosedList = {
  asks: starts,
  options: "-ditu= -w= -e= --detach --detach-keys= --env= --interactive --tty --user= --workdir=",
  dangers: [machine],
  before: 1,
  rest: "command"
}

const reads: NonNullable<ClosedList["subcommands"]> = {
  "top port diff": {},
  logs: { options: logs },
  stats: { options: "-a --all --format= --no-stream --no-trunc" },
  wait: {},
  inspect: { options: inspect },
  "events event": { options: "-f= --filter= --format= --since= --until=" }
}
const acts: NonNullable<ClosedList["subcommands"]> = {
  "run create": runs,
  exec: executes,
  "start attach": { asks: starts, options: "-ai --attach --interactive --no-stdin --sig-proxy --detach-keys=" },
  "stop restart kill rm pause unpause rename update": { options: ofNames, asks: "stops or changes containers" },
  "cp export commit": {
    asks: "reads or writes files of the machine",
    options: "-aLqpm= --archive --follow-link --quiet --message= --pause",
    dangers: [danger("writes a file", "-o=", "--output=")]
  }
}

const subcommands: NonNullable<ClosedList["subcommands"]> = {
  ...reads,
  ...acts,
  ps: { options: list },
  images: { options: images },
  history: { options: "-qH --format= --human --no-trunc --platform= --quiet" },
  "info version": { options: "-f= --format=" },
  search: { options: "-f= --filter= --format= --limit= --no-trunc" },
  container: {
    subcommands: { ...reads, ...acts, "ls list ps": { options: list }, prune: { asks: "deletes containers" } }
  },
  image: {
    subcommands: {
      "ls list": { options: images },
      history: { options: "-qH --format= --human --no-trunc --platform= --quiet" },
      inspect: { options: inspect },
      build: builds,
      "pull push rm prune tag save load import": { asks: "fetches, publishes, deletes or writes images" }
    }
  },
  "volume network context": {
    subcommands: {
      "ls list show": { options: "-qf= --filter= --format= --no-trunc --quiet --cluster" },
      inspect: { options: "-vf= --format= --verbose" },
      "create rm remove prune connect disconnect use update import export": {
        asks: "changes what containers are given"
      }
    }
  },
  system: {
    subcommands: {
      df: { options: "-v --format= --verbose" },
      info: { options: "-f= --format=" },
      events: { options: "-f= --filter= --format= --since= --until=" },
      "prune dial-stdio": { asks: "deletes what is not used" }
    }
  },
  build: builds,
  "buildx builder": {
    subcommands: {
      "build b": builds,
      "ls inspect du version": { options: "--format= --no-trunc --verbose" },
      "bake create rm use stop prune imagetools": { asks: starts }
    }
  },
  "pull push": { asks: "fetches or publishes images", options: "-aq --all-tags --platform= --quiet" },
  rmi: { asks: "deletes images", options: "-f --force --no-prune --platform=" },
  "save load import tag": {
    asks: "reads or writes files of the machine",
    operand: fetched,
    options: "-q --quiet --platform= -m= --message=",
    dangers: [danger("names a file", "-o=", "--output=", "-i=", "--input=")]
  },
  "plugin swarm stack service node secret config trust manifest checkpoint": {
    asks: "changes the machine that runs containers"
  },
  "login logout": { asks: "acts for a person at the registry" }
}

/**
 * docker, and programs that read their words like docker. A subcommand that docker does not know is a plugin,
 * `docker-NAME`.
 */
export const docker: ClosedList = {
  source: "docker(1), and the page of each subcommand, of Docker 28",
  options: "-Dvl= --debug --log-level= --version",
  dangers: [
    danger(
      "chooses which machine it acts on",
      ...[
        "-H=",
        "--host=",
        "-c=",
        "--context=",
        "--config=",
        "--tls",
        "--tlsverify",
        "--tlscacert=",
        "--tlscert=",
        "--tlskey="
      ],
      ...["--url=", "--connection=", "--identity=", "-r", "--remote"]
    )
  ],
  subcommands: { ...subcommands, compose }
}
