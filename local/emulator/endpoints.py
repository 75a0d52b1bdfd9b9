"""The host names of the database, the caches and the DKIM records. The emulator's own lead nowhere or are missing, so ours replace them."""
from ministack.services.cloudformation import provisioners


def name_endpoints(resource_type, attributes_of):
    """`attributes_of(logical_id)` returns the attributes that replace the resource's own when it is created or updated."""
    handler = provisioners._RESOURCE_HANDLERS[resource_type]
    make, change = handler["create"], handler["update"]

    def create(logical_id, props, stack):
        physical_id, attributes = make(logical_id, props, stack)
        return physical_id, {**attributes, **attributes_of(logical_id)}

    def update(physical_id, old, new, stack, logical_id=None):
        physical_id, attributes = change(physical_id, old, new, stack, logical_id)
        return physical_id, {**attributes, **attributes_of(logical_id or "")}

    provisioners._RESOURCE_HANDLERS[resource_type] = {**handler, "create": create, "update": update}


def name_database(writer, reader):
    name_endpoints("AWS::RDS::DBCluster", lambda _: {"Endpoint.Address": writer, "ReadEndpoint.Address": reader})


def name_dkim_records():
    """The emulator makes no keys for an identity, so its records have the form of SES's and lead nowhere."""
    records = {}
    for at in (1, 2, 3):
        records[f"DkimDNSTokenName{at}"] = f"token{at}._domainkey.local.invalid"
        records[f"DkimDNSTokenValue{at}"] = f"token{at}.dkim.amazonses.com"
    name_endpoints("AWS::SES::EmailIdentity", lambda _: records)


def name_caches(names):
    """`names`: the first part of a logical id → the host name of that cluster's configuration endpoint."""

    def attributes_of(logical_id):
        for beginning, name in names.items():
            if logical_id.startswith(beginning):
                return {"ConfigurationEndpoint.Address": name}
        raise ValueError(f"No memcached plays the cache cluster {logical_id}; those there are: {', '.join(names)}.")

    name_endpoints("AWS::ElastiCache::CacheCluster", attributes_of)
