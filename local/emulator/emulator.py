"""
MiniStack with extensions for our templates. start-emulator.ts starts it and passes all settings as one JSON object on the
command line. It changes internals of MiniStack: local/set-up installs exactly the version this was written for.
"""
import json
import os
import sys

settings = json.loads(sys.argv.pop(1))

# MiniStack reads these at import.
os.environ.update(
    GATEWAY_PORT=str(settings["port"]),
    BIND_HOST="127.0.0.1",
    MINISTACK_HOST="127.0.0.1",
    AWS_ACCESS_KEY_ID=settings["account"],
    AWS_SECRET_ACCESS_KEY="local",
    LOG_LEVEL="WARNING",
)

import botocore.config
import botocore.session
from ministack import app

import differences
import endpoints
import stand_ins


def s3():
    return botocore.session.get_session().create_client(
        "s3",
        region_name="us-east-1",
        endpoint_url=f"http://127.0.0.1:{settings['port']}",
        aws_access_key_id=settings["account"],
        aws_secret_access_key="local",
        config=botocore.config.Config(s3={"addressing_style": "path"}),
    )


stand_ins.put_in_place(settings["dataApi"], s3, settings["database"])
endpoints.name_database(settings["database"]["writer"], settings["database"]["reader"])
endpoints.name_caches(settings["caches"])
endpoints.name_dkim_records()
differences.lead_to_real_servers(settings["addresses"])
differences.speak_http_api()
differences.keep_tls()
differences.refuse_to_delete_protected()
differences.keep_exports_in_use()
differences.keep_log_lines()
differences.end_with_emulator()
with open(settings["played"], "w") as file:
    json.dump({"resources": stand_ins.WHY, "behaviour": differences.WHY}, file)

app.main()
