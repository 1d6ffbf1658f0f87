import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import { expect, test } from "vitest";
import { now } from "@/test/time";
import { certificateTroubles, watchCertificates } from "./watch-certificates";

test("a certificate that a call refuses is remembered by its host, with the reason and nothing of the call", async () => {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }]);
  const server = createServer({ key, cert }, (_, answer) => answer.end("never")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  watchCertificates();
  watchCertificates();
  try {
    await expect(fetch(`https://localhost:${port}/secret-path`)).rejects.toThrow();
    expect(certificateTroubles(now())).toEqual(["localhost: TLS error: the certificate is self-signed"]);
    server.close();
    // To be gone is no matter of certificates, and says nothing new about one.
    await expect(fetch(`https://localhost:${port}/`)).rejects.toThrow();
    expect(certificateTroubles(now())).toHaveLength(1);
  } finally {
    server.close().closeAllConnections();
  }
});
