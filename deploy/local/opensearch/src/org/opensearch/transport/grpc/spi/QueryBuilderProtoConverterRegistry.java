package org.opensearch.transport.grpc.spi;

import org.opensearch.index.query.QueryBuilder;
import org.opensearch.protobufs.QueryContainer;

/** Stands in for the type of transport-grpc-spi that the k-NN plugin names; gRPC itself is never used here. */
public interface QueryBuilderProtoConverterRegistry {

    QueryBuilder fromProto(QueryContainer query);
}
