import { request } from "node:http";
import { gunzipSync } from "node:zlib";

/** An answer as it came over the wire, but for its framing and coding. */
export type RawAnswer = { status: number; headers: [name: string, value: string][]; body: Buffer };

export type RawCall = {
  method: string;
  /** Sent as it is. */
  target: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};

/** Asks over a connection of its own. */
export function askRaw(address: string, { method, target, headers, body }: RawCall): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: target, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const raw = answer.rawHeaders;
        const pairs = raw.flatMap((name, i): RawAnswer["headers"] =>
          i % 2 === 0 ? [[name.toLowerCase(), raw[i + 1] ?? ""]] : [],
        );
        const sent = Buffer.concat(chunks);
        const zipped = answer.headers["content-encoding"] === "gzip" && sent.length > 0;
        resolve({ status: answer.statusCode ?? 0, headers: pairs, body: zipped ? gunzipSync(sent) : sent });
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
