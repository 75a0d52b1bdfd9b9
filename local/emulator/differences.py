"""Differences between the emulator and AWS that are removed here. Each was found by running the deployed functions."""
import copy

from ministack.core import lambda_runtime
from ministack.services import lambda_svc, rds
from ministack.services.cloudformation import provisioners

WHY = {
    "database and cache": "the emulator only records them; their addresses lead to a real PostgreSQL and real memcached servers on this machine, behind TLS",
    "certificates": "the runtime's /var/runtime/ca-cert.pem is the certificate made for this run",
    "cookies": "an event of the HTTP API has a separate list of cookies; the emulator leaves them in the headers",
    "source address": "an event of the HTTP API has the client's address; the emulator always says 127.0.0.1",
    "path parameters": "absent where a route has none; the emulator sends null",
    "TLS": "functions use TLS with the other servers of this machine; the emulator removes TLS from every call to 127.0.0.1",
    "deletion protection": "CloudFormation cannot delete a protected cluster; the emulator's can",
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
