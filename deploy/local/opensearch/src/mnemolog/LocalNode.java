package mnemolog;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;

/**
 * One OpenSearch node on the class path, for a machine without Docker.
 *
 * <p>Usage: {@code LocalNode HOME NODE_NAME HTTP_PORT TRANSPORT_PORT}. Binds to the loopback address only, keeps data
 * under HOME/data and stops cleanly on SIGTERM.
 */
public final class LocalNode extends Node {

    // A released server finds its modules in folders; on the class path they have to be named.
    private static final List<String> PLUGINS = List.of(
        "org.opensearch.transport.Netty4ModulePlugin",
        "org.opensearch.analysis.common.CommonAnalysisModulePlugin",
        "org.opensearch.painless.PainlessModulePlugin",
        "org.opensearch.index.mapper.MapperExtrasModulePlugin",
        "org.opensearch.index.reindex.ReindexModulePlugin",
        "org.opensearch.knn.plugin.KNNPlugin"
    );

    private static final long STOP_TIMEOUT_S = 20;

    private LocalNode(Environment environment, Collection<PluginInfo> plugins) {
        super(environment, plugins, true);
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 4) {
            System.err.println("usage: LocalNode HOME NODE_NAME HTTP_PORT TRANSPORT_PORT");
            System.exit(64);
        }
        Path home = Path.of(arguments[0]).toAbsolutePath();
        for (String folder : List.of("config", "modules", "plugins", "logs", "data", "repository")) {
            Files.createDirectories(home.resolve(folder));
        }
        Settings settings = settings(home, arguments[1], arguments[2], arguments[3]);
        Environment environment = InternalSettingsPreparer.prepareEnvironment(
            settings, Map.of(), home.resolve("config"), () -> arguments[1]);
        LocalNode node = new LocalNode(environment, plugins());
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(node, stopped), "stop-node"));
        node.start();
        System.out.println("local node started");
        stopped.await();
    }

    private static Settings settings(Path home, String name, String httpPort, String transportPort) {
        return Settings.builder()
            .put("path.home", home.toString())
            .put("path.data", home.resolve("data").toString())
            .put("path.logs", home.resolve("logs").toString())
            .putList("path.repo", home.resolve("repository").toString())
            .put("cluster.name", "mnemolog-local")
            .put("node.name", name)
            .put("network.host", "127.0.0.1")
            .put("http.port", httpPort)
            .put("transport.port", transportPort)
            .put("discovery.type", "single-node")
            // A developer's disk is often fuller than the watermarks of a production cluster allow.
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            // A mistyped alias must be an error, not a new index without vectors.
            .put("action.auto_create_index", false)
            .build();
    }

    private static List<PluginInfo> plugins() {
        List<PluginInfo> plugins = new ArrayList<>();
        for (String name : PLUGINS) {
            plugins.add(new PluginInfo(name, "classpath plugin", "NA", Version.CURRENT, "21", name, List.of(), false));
        }
        return plugins;
    }

    private static void stop(LocalNode node, CountDownLatch stopped) {
        try {
            node.close();
            node.awaitClose(STOP_TIMEOUT_S, TimeUnit.SECONDS);
        } catch (Exception error) {
            error.printStackTrace();
        } finally {
            stopped.countDown();
        }
    }
}
