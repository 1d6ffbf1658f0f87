import { env } from "@/lib/env";
import { serviceInfo } from "@/lib/health/info";
import { openApiDocument } from "@/lib/openapi/document";
import { webhooks } from "./events";
import { readExamples } from "./examples";
import { operations } from "./operations";
import { schemaNames } from "./schema-names";
import { tags } from "./tags";

let made: { server: string; text: string } | undefined;

/** The document of this instance as JSON; made once, since nothing in it changes while the service runs. */
export function documentText(): string {
  const { baseUrl: server, supportEmail } = env();
  if (made?.server !== server) {
    const { name: title, version } = serviceInfo();
    const described = { operations, webhooks, tags, schemaNames, examples: readExamples() };
    made = { server, text: JSON.stringify(openApiDocument({ title, version, server, supportEmail }, described)) };
  }
  return made.text;
}
