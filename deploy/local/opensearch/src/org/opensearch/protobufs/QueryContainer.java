package org.opensearch.protobufs;

/** Stands in for the generated protocol buffer type that the k-NN plugin names; gRPC itself is never used here. */
public final class QueryContainer {

    /** The only case that the k-NN plugin asks for. */
    public enum QueryContainerCase {
        KNN
    }

    private QueryContainer() {}
}
