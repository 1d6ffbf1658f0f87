import { gzipSync } from "node:zlib";
import { openApiDocument } from "@/lib/edge/openapi/document";
import { sha256 } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { serviceInfo } from "@/lib/surfaces/health/info";
import { webhooks } from "./events";
import { readExamples } from "./examples";
import { operations } from "./operations";
import { tags } from "./tags";

type Made = { server: string; text: string; zipped: Uint8Array<ArrayBuffer>; tag: string };
let made: Made | undefined;

/** The document of this instance as JSON and compressed; made once, since nothing in it changes while the service runs. */
export function documentText(): Made {
  const { baseUrl: server, supportEmail } = env();
  if (made?.server !== server) {
    const { name: title, version } = serviceInfo();
    const described = { operations, webhooks, tags, examples: readExamples() };
    const text = JSON.stringify(openApiDocument({ title, version, server, supportEmail }, described));
    made = { server, text, zipped: gzipSync(text), tag: sha256(text).slice(0, 32) };
  }
  return made;
}
