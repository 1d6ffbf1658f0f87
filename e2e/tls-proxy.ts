import { once } from "node:events";
import { request as forward } from "node:http";
import { createServer } from "node:https";
import { generate } from "selfsigned";
import { freePort } from "./instance";

/** Says to the proxy which address the client has: on one machine all have the same. */
export const clientHeader = "x-test-client";

/** A proxy that ends TLS, as stands in front of a service: it keeps the Host, and adds the client to X-Forwarded-For. */
export async function startTlsProxy() {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }]);
  const port = await freePort();
  let target = 0;
  const proxy = createServer({ key, cert }, (from, answer) => {
    const { [clientHeader]: client = "192.0.2.1:4711", ...headers } = from.headers;
    const forwarded = [headers["x-forwarded-for"], client].flat().filter(Boolean).join(", ");
    const to = forward({
      ...{ host: "127.0.0.1", port: target, method: from.method, path: from.url },
      headers: { ...headers, "x-forwarded-for": forwarded, "x-forwarded-proto": "https" },
    });
    to.on("response", (theirs) => {
      answer.writeHead(theirs.statusCode ?? 502, theirs.rawHeaders);
      theirs.pipe(answer);
    });
    to.on("error", () => answer.destroy());
    from.pipe(to);
  });
  proxy.listen(port, "127.0.0.1");
  await once(proxy, "listening");
  return {
    address: `https://localhost:${port}`,
    /** Where the service listens, once it does. */
    leadTo: (servicePort: number) => {
      target = servicePort;
    },
    stop: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
