"""Differences between the emulator and AWS that are removed here. Each was found by running the deployed functions."""
import copy
import queue

from ministack.core import lambda_runtime
from ministack.services import lambda_svc, rds
from ministack.services.cloudformation import _exports, _stacks, handlers, provisioners, stacks

WHY = {
    "database and cache": "the emulator only records them; their addresses lead to a real PostgreSQL and real memcached servers on this machine, behind TLS",
    "certificates": "the runtime's /var/runtime/ca-cert.pem is the certificate made for this run",
    "cookies": "an event of the HTTP API has a separate list of cookies; the emulator leaves them in the headers",
    "source address": "an event of the HTTP API has the client's address; the emulator always says 127.0.0.1",
    "path parameters": "absent where a route has none; the emulator sends null",
    "TLS": "functions use TLS with the other servers of this machine; the emulator removes TLS from every call to 127.0.0.1",
    "logs": "every line of an invocation is in the log; on a busy machine the emulator keeps the last ones until the function runs again",
    "deletion protection": "CloudFormation cannot delete a protected cluster; the emulator's can",
    "exports": "CloudFormation refuses an update that removes or changes an export which another stack imports; the emulator does not",
    "function errors": "the HTTP API answers 500 for them; the emulator answers 502, as the REST API does",
}


def replace_in_worker(old, new):
    """Replaces text in the program that runs every Node function. Raises RuntimeError when the text is missing."""
    if old not in lambda_runtime._NODEJS_WORKER_SCRIPT:
        raise RuntimeError(f"This MiniStack runs Node differently; nothing in it reads {old}")
    lambda_runtime._NODEJS_WORKER_SCRIPT = lambda_runtime._NODEJS_WORKER_SCRIPT.replace(old, new)


def keep_tls():
    """Keeps TLS for all calls except those to the emulator itself, which has none."""
    to_emulator = "!options.port || [443, msPort].includes(Number(options.port))"
    replace_in_worker('if (host === "127.0.0.1" ||', f'if (!({to_emulator})) return origHttpsReq.apply(https, original);\n    if (host === "127.0.0.1" ||')


END_OF_LOG = "\x00end of invocation"
# A failed invocation writes no end.
LOG_TIMEOUT_SECONDS = 2


def keep_log_lines():
    """Marks the end of an invocation's log, and reads until there."""
    answer = r'_realStdoutWrite(JSON.stringify({ status: "ok", result: res }) + "\n");'
    replace_in_worker(answer, rf'_stderrWrite("\x00end of invocation\n"); {answer}')

    def drain(worker, **_bounds):
        lines = []
        try:
            while (line := worker._stderr_queue.get(timeout=LOG_TIMEOUT_SECONDS)) != END_OF_LOG:
                lines.append(line)
        except queue.Empty:
            pass
        return "\n".join(lines)

    lambda_runtime.Worker._drain_stderr_bounded = drain


def end_with_emulator():
    """Ends functions when their input closes. Their open connections would otherwise keep them alive after the emulator."""
    lambda_runtime._NODEJS_WORKER_SCRIPT += '\nprocess.stdin.once("close", () => process.exit(0));\n'


def translate(value, addresses):
    for there, here in addresses.items():
        value = value.replace(there, here)
    return value


def lead_to_real_servers(addresses):
    """Replaces addresses just before a function starts, as DNS would: the deployed configuration keeps the names of AWS."""
    spawn = lambda_runtime.Worker._spawn

    def spawn_translated(worker):
        config = copy.deepcopy(worker.config)
        variables = config.get("Environment", {}).get("Variables", {})
        for name, value in variables.items():
            variables[name] = translate(value, addresses)
        worker.config = config
        spawn(worker)

    lambda_runtime.Worker._spawn = spawn_translated


def refuse_to_delete_protected():
    handler = provisioners._RESOURCE_HANDLERS["AWS::RDS::DBCluster"]
    delete = handler["delete"]

    def delete_unprotected(physical_id, props):
        if rds._clusters.get(physical_id, {}).get("DeletionProtection"):
            raise ValueError("Cannot delete protected Cluster, please disable deletion protection and try again.")
        return delete(physical_id, props)

    provisioners._RESOURCE_HANDLERS["AWS::RDS::DBCluster"] = {**handler, "delete": delete_unprotected}


def importers_of(export, producer):
    return [
        name
        for name, stack in _stacks.items()
        if name != producer and "DELETE" not in stack.get("StackStatus", "") and export in handlers._imported_export_names(stack, name)
    ]


def keep_exports_in_use():
    resolve = stacks._resolve_stack_outputs

    def resolve_guarded(outputs, conditions, resources, parameters, mappings, stack_name, stack_id):
        resolved, exports = resolve(outputs, conditions, resources, parameters, mappings, stack_name, stack_id)
        for name, export in list(_exports.items()):
            if export["StackId"] != stack_id or exports.get(name, {}).get("Value") == export["Value"]:
                continue
            users = importers_of(name, stack_name)
            if users:
                how = "updated" if name in exports else "deleted"
                raise ValueError(f"Export {name} cannot be {how} as it is in use by {', '.join(users)}")
            if name not in exports:
                _exports.pop(name, None)
        return resolved, exports

    stacks._resolve_stack_outputs = resolve_guarded


def as_http_api(event):
    """Makes an event follow payload format 2.0 where the emulator's differs."""
    headers = event.get("headers") or {}
    cookies = [part.strip() for name in list(headers) if name.lower() == "cookie" for part in headers.pop(name).split(";")]
    if cookies:
        event["cookies"] = cookies
    if event.get("pathParameters") is None:
        event.pop("pathParameters", None)
    forwarded = headers.get("x-forwarded-for")
    if forwarded:
        event["requestContext"]["http"]["sourceIp"] = forwarded.split(",")[-1].strip()
    return event


def is_http_api(event):
    return isinstance(event, dict) and event.get("version") == "2.0" and "requestContext" in event


def speak_http_api():
    execute = lambda_svc._execute_function_with_config_scope
    answer = lambda_svc.lambda_execute_result_to_api_proxy_response

    def execute_as_http_api(function, event):
        return execute(function, as_http_api(event) if is_http_api(event) else event)

    def answer_as_http_api(result):
        response, problem = answer(result)
        if result.get("error") and response and response.get("statusCode") == 502:
            response = {**response, "statusCode": 500, "body": '{"message":"Internal Server Error"}'}
        return response, problem

    lambda_svc._execute_function_with_config_scope = execute_as_http_api
    lambda_svc.lambda_execute_result_to_api_proxy_response = answer_as_http_api
