"""Replacements for resources of our templates that the emulator cannot make. The templates are unchanged."""
import io
import json
import mimetypes
import urllib.request
import uuid
import zipfile

from ministack.services import ec2, rds
from ministack.services.cloudformation import provisioners

WHY = {
    "AWS::Budgets::Budget": "not in the emulator; recorded only, because nothing costs anything here",
    "AWS::CloudWatch::Alarm": "only alarms over several metrics: the emulator refuses their expressions; recorded only, and never goes off",
    "AWS::EC2::FlowLog": "not in the emulator; recorded only, because there is no network traffic here",
    "AWS::EC2::SecurityGroupIngress": "not in the emulator as a resource of its own; becomes a rule of its group",
    "AWS::EC2::SecurityGroupEgress": "not in the emulator as a resource of its own; becomes a rule of its group",
    "AWS::RDS::DBProxy": "not in the emulator; its address leads to the database itself, and it pools nothing",
    "AWS::RDS::DBProxyEndpoint": "not in the emulator; its address leads to the standby itself",
    "AWS::RDS::DBProxyTargetGroup": "not in the emulator; recorded only",
    "Custom::CDKBucketDeployment": "CDK's own function needs the AWS CLI; the same files are unpacked into the same bucket",
    "Custom::DatabaseLog": "CDK's own function needs an SDK that is not in its bundle; recorded only, because the database here logs to a file",
    "Custom::DatabaseOwner": "the emulator's Data API does not reach our database; the same SQL is run as the administrator",
    "Custom::DeletionProtection": "CDK's own function needs an SDK that is not in its bundle; the cluster is protected here",
    "Custom::VpcRestrictDefaultSG": "CDK's own function needs an SDK that is not in its bundle; the rules are removed here",
}


def flow_log(_logical_id, _props, _stack):
    return f"fl-{uuid.uuid4().hex[:17]}", {}


def rule_of(direction):
    def create(_logical_id, props, _stack):
        group = ec2._security_groups.get(props.get("GroupId"))
        if group is None:
            raise ValueError(f"The security group '{props.get('GroupId')}' does not exist.")
        group[direction].extend(provisioners._ec2_sg_permissions([props]))
        return f"sgr-{uuid.uuid4().hex[:17]}", {}

    return create


def restrict_default_group(_logical_id, props, _stack):
    group = ec2._security_groups.get(props["DefaultSecurityGroupId"])
    if group is None:
        raise ValueError(f"The security group '{props['DefaultSecurityGroupId']}' does not exist.")
    group["IpPermissions"], group["IpPermissionsEgress"] = [], []
    return "restricted", {}


def database_owner(data_api):
    def create(_logical_id, props, _stack):
        parameters = json.loads(props["Create"])["parameters"]
        request = urllib.request.Request(data_api, json.dumps(parameters).encode(), {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            said = json.load(answer)
        if "error" in said:
            raise ValueError(f"The database refused: {said['error']}")
        return "owner", {}

    return create


def protect_cluster(_logical_id, props, _stack):
    parameters = json.loads(props["Create"])["parameters"]
    cluster = parameters["DBClusterIdentifier"]
    rds._clusters[cluster]["DeletionProtection"] = parameters["DeletionProtection"]
    return cluster, {}


def proxy(database):
    def create(_logical_id, _props, _stack):
        name = f"prx-{uuid.uuid4().hex[:17]}"
        return name, {"Endpoint": database["proxy"], "DBProxyArn": f"arn:aws:rds:us-east-1:000000000000:db-proxy:{name}"}

    return create


def proxy_endpoint(database):
    def create(_logical_id, _props, _stack):
        name = f"prx-endpoint-{uuid.uuid4().hex[:17]}"
        return name, {"Endpoint": database["readerProxy"], "DBProxyEndpointArn": f"arn:aws:rds:us-east-1:000000000000:db-proxy-endpoint:{name}"}

    return create


def recorded(what):
    return lambda _logical_id, _props, _stack: (f"{what}-{uuid.uuid4()}", {})


def bucket_deployment(s3):
    """Unpacks what CDK uploaded below the prefix, with the Cache-Control of the resource. Deletes nothing."""

    def create(_logical_id, props, _stack):
        markers = [*props.get("SourceMarkers", []), *props.get("SourceMarkersConfig", [])]
        if any(marker and marker != {"jsonEscape": True} for marker in markers):
            raise ValueError("This release has values that are known only at deployment; this replacement does not insert them.")
        bucket, prefix = props["DestinationBucketName"], props.get("DestinationBucketKeyPrefix", "").strip("/")
        cache_control = (props.get("SystemMetadata") or {}).get("cache-control")
        for source, key in zip(props["SourceBucketNames"], props["SourceObjectKeys"]):
            archive = zipfile.ZipFile(io.BytesIO(s3().get_object(Bucket=source, Key=key)["Body"].read()))
            for name in archive.namelist():
                if name.endswith("/"):
                    continue
                s3().put_object(
                    Bucket=bucket,
                    Key=f"{prefix}/{name}" if prefix else name,
                    Body=archive.read(name),
                    ContentType=mimetypes.guess_type(name)[0] or "binary/octet-stream",
                    **({"CacheControl": cache_control} if cache_control else {}),
                )
        return f"release-{uuid.uuid4()}", {"DestinationBucketArn": f"arn:aws:s3:::{bucket}"}

    return create


def alarms(handler):
    """The emulator's own handler, except for alarms on metric expressions."""

    def attributes(name):
        return {"Arn": f"arn:aws:cloudwatch:us-east-1:000000000000:alarm:{name}"}

    def create(logical_id, props, stack):
        if props.get("Metrics"):
            name = f"{stack}-{logical_id}"
            return name, attributes(name)
        return handler["create"](logical_id, props, stack)

    def update(physical_id, old, new, stack, *more):
        if new.get("Metrics"):
            return physical_id, attributes(physical_id)
        return handler["update"](physical_id, old, new, stack, *more)

    def delete(physical_id, props):
        return None if props.get("Metrics") else handler["delete"](physical_id, props)

    return {**handler, "create": create, "update": update, "delete": delete}


def stand_in(create, again=False):
    """`again`: an update runs `create` again. The physical id and the attributes stay, as those of AWS do."""
    attributes = {}

    def remember(logical_id, props, stack):
        physical_id, attributes_made = create(logical_id, props, stack)
        attributes[physical_id] = attributes_made
        return physical_id, attributes_made

    def update(physical_id, _old, new, stack):
        if again:
            create("", new, stack)
        return physical_id, attributes.get(physical_id, {})

    return {"create": remember, "update": update, "delete": lambda _physical_id, _props: None}


def put_in_place(data_api, s3, database):
    provisioners._RESOURCE_HANDLERS.update(
        {
            "AWS::CloudWatch::Alarm": alarms(provisioners._RESOURCE_HANDLERS["AWS::CloudWatch::Alarm"]),
            "AWS::Budgets::Budget": stand_in(recorded("budget")),
            "AWS::EC2::FlowLog": stand_in(flow_log),
            "AWS::EC2::SecurityGroupIngress": stand_in(rule_of("IpPermissions")),
            "AWS::EC2::SecurityGroupEgress": stand_in(rule_of("IpPermissionsEgress")),
            "AWS::RDS::DBProxy": stand_in(proxy(database)),
            "AWS::RDS::DBProxyEndpoint": stand_in(proxy_endpoint(database)),
            "AWS::RDS::DBProxyTargetGroup": stand_in(recorded("targets")),
            "Custom::CDKBucketDeployment": stand_in(bucket_deployment(s3), again=True),
            "Custom::DatabaseLog": stand_in(recorded("log")),
            "Custom::DatabaseOwner": stand_in(database_owner(data_api)),
            "Custom::DeletionProtection": stand_in(protect_cluster),
            "Custom::VpcRestrictDefaultSG": stand_in(restrict_default_group),
        }
    )
