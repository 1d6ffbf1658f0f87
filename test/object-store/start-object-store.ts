import { mkdtemp, readdir, rm } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "@20minutes/s3rver";
import type { ObjectStore } from "@/lib/kernel/settings/object-store-settings";

/** What is wrong with one exchange between the service and the object store. */
export type Fault =
  /** Nothing is answered. */
  | "hangs"
  /** The connection breaks before anything is answered. */
  | "resets"
  /** It breaks in the middle of what is sent. */
  | "resets sending"
  /** It breaks in the middle of what is answered. */
  | "truncates"
  /** The answer stops in the middle and stays open. */
  | "stalls"
  /** A bit of the answer is another. */
  | "alters"
  /** An error of the store's own. */
  | 500
  | 503;

const bucket = "documents";

/** An S3 server that checks signatures, behind a front that can be told to go wrong. */
export async function startObjectStore() {
  const directory = await mkdtemp(path.join(tmpdir(), "mfis-s3-"));
  const configureBuckets = [{ name: bucket, configs: [] as [] }];
  const common = { address: "127.0.0.1", port: 0, silent: true, vhostBuckets: false };
  const server = new S3rver({ ...common, directory, configureBuckets });
  const { port: upstream } = await server.run();
  const faults: (Fault | null)[] = [];
  let lasting: Fault | null = null;
  let wrong = 0;
  const asked: { method: string; name: string; headers: http.IncomingHttpHeaders }[] = [];
  const front = http.createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    asked.push({ method, name: path.basename(url), headers });
    const fault = faults.shift() ?? lasting;
    if (fault === null) return pass(request, response);
    wrong += 1;
    misbehave(fault, request, response);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));

  function pass(request: http.IncomingMessage, response: http.ServerResponse, change = (bytes: Buffer) => bytes) {
    const { method, url, headers } = request;
    const options = { host: "127.0.0.1", port: upstream, method, path: url, headers };
    const onward = http.request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.on("data", (chunk: Buffer) => response.write(change(chunk)));
      answer.on("end", () => response.end());
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  }

  function misbehave(fault: Fault, request: http.IncomingMessage, response: http.ServerResponse) {
    if (typeof fault === "number") {
      request.resume();
      const code = fault === 500 ? "InternalError" : "SlowDown";
      const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`;
      return void request.on("end", () => response.writeHead(fault, { "content-type": "application/xml" }).end(body));
    }
    if (fault === "hangs") return void request.resume();
    if (fault === "resets") return void request.socket.destroy();
    if (fault === "resets sending") return void request.once("data", () => request.socket.destroy());
    if (fault === "alters") {
      return pass(request, response, (bytes) => Buffer.from(bytes.map((byte, at) => (at === 9 ? byte ^ 1 : byte))));
    }
    // The first half of what there is, and then nothing: the end of the connection, or silence.
    return pass(request, response, (bytes) => {
      response.write(bytes.subarray(0, bytes.length / 2));
      if (fault === "truncates") setImmediate(() => response.socket?.destroy());
      else response.write = () => true;
      if (fault === "stalls") response.end = () => response;
      return Buffer.alloc(0);
    });
  }

  return {
    asked,
    /** As the settings of the service say it. */
    settings: (): ObjectStore => ({
      endpoint: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
      bucket,
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    }),
    /** Of the next exchanges, one each; null: that one goes well. */
    goesWrong: (...next: (Fault | null)[]) => void faults.splice(0, faults.length, ...next),
    /** Of all of them from here on; null: they go well again. */
    goesOnWrong: (fault: Fault | null) => {
      lasting = fault;
    },
    /** How many have gone wrong. */
    wrong: () => wrong,
    /** Of the bucket, by name. */
    objects: async () =>
      (await readdir(path.join(directory, bucket)))
        .filter((file) => file.endsWith("._S3rver_object"))
        .map((file) => file.replace("._S3rver_object", ""))
        .sort(),
    directory: () => path.join(directory, bucket),
    stop: async () => {
      front.closeAllConnections();
      front.close();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
