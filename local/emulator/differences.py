"""Where the emulator behaves unlike AWS, and is made to behave like it. Found by running the deployed functions, not by reading."""
import copy

from ministack.core import lambda_runtime
from ministack.services import apigateway, lambda_svc

WHY = {
    "database and cache": "the emulator keeps books of them only; their addresses lead to a real PostgreSQL and real memcacheds on this machine, behind TLS",
    "certificates": "the runtime's /var/runtime/ca-cert.pem is the certificate that this run made",
    "cookies": "an event of the HTTP API carries them in a list of their own; the emulator leaves them among the headers",
    "source address": "an event of the HTTP API names the sender's address; the emulator always says 127.0.0.1",
    "path parameters": "left out where a route has none; the emulator sends null",
    "TLS": "functions speak it with other servers of this machine; the emulator would take it away from whatever goes to 127.0.0.1",
    "function errors": "the HTTP API answers 500 for them; the emulator answers 502, as the REST API does",
}


def replace_in_worker(old, new):
    """In the program inside which every function of Node runs."""
    if old not in lambda_runtime._NODEJS_WORKER_SCRIPT:
        raise RuntimeError(f"This MiniStack runs Node differently; nothing in it reads {old}")
    lambda_runtime._NODEJS_WORKER_SCRIPT = lambda_runtime._NODEJS_WORKER_SCRIPT.replace(old, new)


def keep_tls():
    """Except to the emulator itself, which speaks none."""
    to_emulator = "!options.port || [443, msPort].includes(Number(options.port))"
    replace_in_worker('if (host === "127.0.0.1" ||', f'if (!({to_emulator})) return origHttpsReq.apply(https, original);\n    if (host === "127.0.0.1" ||')


def end_with_emulator():
    """Functions keep connections open, so the end of their input would not end them, and one that outlives us is nobody's."""
    lambda_runtime._NODEJS_WORKER_SCRIPT += '\nprocess.stdin.once("close", () => process.exit(0));\n'


def translate(value, addresses):
    for there, here in addresses.items():
        value = value.replace(there, here)
    return value


def lead_to_real_servers(addresses):
    """Just before a function starts, as a resolver of names would: the deployed configuration keeps the names of AWS."""
    spawn = lambda_runtime.Worker._spawn

    def spawn_translated(worker):
        config = copy.deepcopy(worker.config)
        variables = config.get("Environment", {}).get("Variables", {})
        for name, value in variables.items():
            variables[name] = translate(value, addresses)
        worker.config = config
        spawn(worker)

    lambda_runtime.Worker._spawn = spawn_translated


def as_http_api(event):
    """Payload format 2.0, where the emulator's differs."""
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
