/**
 * The Python program of `python_eval`: reads the arguments and prints the answer as JSON. A child process evaluates the
 * expression, so that an uninterruptible one can be killed, and its output stays out of the answer.
 */
export const program = `
import ast, json, os, resource, signal, sys

given = json.load(sys.stdin)
try:
    tree = ast.parse(given["expression"].strip(), "expression", "eval")
except SyntaxError as error:
    print(json.dumps({"syntax": error.msg, "line": error.lineno or 1, "column": error.offset or 1}))
    sys.exit()
except (ValueError, MemoryError, RecursionError) as error:
    print(json.dumps({"syntax": str(error) or "it is too deep", "line": 1, "column": 1}))
    sys.exit()

reading, writing = os.pipe()
child = os.fork()
if child == 0:
    os.close(reading)
    os.dup2(2, 1)
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    signal.alarm(given.get("timeout_s", 10))
    import collections, datetime, decimal, fractions, functools, itertools, math, re, statistics
    names = {module.__name__: module for module in (collections, datetime, decimal, fractions, functools, itertools, json, math, re, statistics)}
    try:
        value = eval(compile(tree, "expression", "eval"), names)
        answer = {"type": type(value).__name__}
        try:
            if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2 ** 53:
                raise ValueError
            answer["value"] = json.loads(json.dumps(value, allow_nan=False))
        except (TypeError, ValueError, RecursionError):
            answer["value"] = repr(value)
    except BaseException as error:
        answer = {"raised": type(error).__name__, "said": str(error)[:500]}
    try:
        text = json.dumps(answer)
    except BaseException as error:
        text = json.dumps({"raised": type(error).__name__, "said": ""})
    with os.fdopen(writing, "w") as out:
        out.write(text)
    os._exit(0)

def late(*_):
    print(json.dumps({"killed": "time"}), flush=True)
    os._exit(0)

# A process that the expression started has no alarm, and may hold the pipe open.
signal.signal(signal.SIGALRM, late)
signal.alarm(given.get("timeout_s", 10) + 1)
os.close(writing)
with os.fdopen(reading, errors="replace") as answers:
    text = answers.read()
_, status = os.waitpid(child, 0)
if os.WIFSIGNALED(status):
    number = os.WTERMSIG(status)
    reasons = {signal.SIGALRM: "time", signal.SIGKILL: "memory"}
    text = json.dumps({"killed": reasons.get(number) or signal.Signals(number).name})
else:
    try:
        json.loads(text)
    except ValueError:
        text = json.dumps({"ended": os.WEXITSTATUS(status)})
print(text)
`
