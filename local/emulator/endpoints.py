"""The host names of the database and the caches. The emulator's own lead nowhere, so ours replace them; they are known in advance."""
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


def name_caches(names):
    """`names`: the first part of a logical id → the host name of that cluster's configuration endpoint."""

    def attributes_of(logical_id):
        for beginning, name in names.items():
            if logical_id.startswith(beginning):
                return {"ConfigurationEndpoint.Address": name}
        raise ValueError(f"No memcached plays the cache cluster {logical_id}; those there are: {', '.join(names)}.")

    name_endpoints("AWS::ElastiCache::CacheCluster", attributes_of)
