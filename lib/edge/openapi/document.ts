import { oauthErrorSchema, problemSchema } from "./failures";
import { createHeaders } from "./headers";
import { type Operation, rootsOf, type Shared, toOperation } from "./operation";
import { componentSchemas, type Json, type Root } from "./schemas";
import { securitySchemes } from "./security";
import { exampleOf, rootOf, toSending, type Webhooks } from "./sending";
import { createShelf } from "./shelf";

/** A subject, in the order of the document: its operations are those below its paths, the longest path deciding. */
export type Tag = { name: string; description: string; paths: readonly string[] };

type Info = { title: string; version: string; server: string; supportEmail: string };

type Described = {
  operations: readonly Operation[];
  webhooks: Webhooks;
  tags: readonly Tag[];
  /** Answers, by the name of their schema: bodies that are taken have a `sample` of their own. */
  examples: Record<string, unknown>;
};

export const eventsTag = "Events";

/** The OpenAPI 3.1 document, from the schemas that validate requests and the declarations that serve them. */
export function openApiDocument(info: Info, { operations, webhooks, tags, examples }: Described): Json {
  const events = Object.entries(webhooks);
  const errors = { Problem: problemSchema, OAuthError: oauthErrorSchema };
  const roots: Root[] = Object.entries(errors).map(([name, schema]) => ({ schema, side: "output", name }));
  const schemas = componentSchemas([...roots, ...operations.flatMap(rootsOf), ...events.map(rootOf)]);
  const headers = createHeaders();
  const shared: Shared = {
    schemas,
    headers,
    parameters: createShelf("parameters"),
    responses: createShelf("responses"),
  };

  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method]: toOperation(operation, tagOf(path, tags), shared) };
  }
  const sent = events.map(([type, event]) => [type, { post: toSending(type, event, eventsTag, shared) }]);
  return {
    openapi: "3.1.0",
    info: {
      title: info.title,
      version: info.version,
      description: conventions,
      contact: { name: "Support", url: info.server, ...emailOf(info.supportEmail) },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: shownAddress(info.server), description: "This instance" }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(sent),
    components: {
      schemas: withExamples(schemas.all, { ...examples, ...Object.fromEntries(events.map(exampleOf)) }),
      parameters: shared.parameters.components(),
      responses: shared.responses.components(),
      headers: headers.components(),
      securitySchemes: securitySchemes(info.server),
    },
  };
}

function withExamples(schemas: Record<string, Json>, examples: Record<string, unknown>): Record<string, Json> {
  const shown = ([name, schema]: [string, Json]) =>
    name in examples ? [name, { ...schema, examples: [examples[name]] }] : [name, schema];
  return Object.fromEntries(Object.entries(schemas).map(shown));
}

/** The subject of a path. @throws RangeError when it belongs to none */
function tagOf(path: string, tags: readonly Tag[]): string {
  let found: { name: string; length: number } | undefined;
  for (const { name, paths } of tags) {
    for (const start of paths) {
      const inside = path === start || path.startsWith(`${start}/`);
      if (inside && start.length > (found?.length ?? -1)) found = { name, length: start.length };
    }
  }
  if (!found) throw new RangeError(`${path} belongs to no tag: see app/openapi.json/tags.ts.`);
  return found.name;
}

/** An address that readers take for one; the sandbox's own has no domain. */
function emailOf(address: string): { email?: string } {
  return /@.+[.].+$/.test(address) ? { email: address } : {};
}

/** Linters take `localhost` in an address for a mistake. */
function shownAddress(server: string): string {
  return server.replace(/^http:\/\/localhost(?=[:/]|$)/, "http://127.0.0.1");
}

const conventions = `Lets a marketplace finance its merchants.

- **Money** is in naira (NGN), as a number with at most two decimals. A body that names another \`currency\` is refused.
- **Times** are ISO 8601. Any offset is taken; answers are in UTC. Dates are calendar days in UTC.
- **Test and live** are separate data. A key, a marketplace's token or an embed token belongs to one. An account and an operator have both: the merchant, or the field \`environment\`, says which.
- **Null** in place of an optional field of a body says the same as leaving it out, unless its description gives it a meaning.
- **Errors** are problem documents (RFC 9457): go by \`code\`.
- **Every answer** has \`X-Request-Id\`, \`RateLimit\` and \`RateLimit-Policy\`. They are described with the answer to 429.
- **Idempotency-Key** makes a POST safe to repeat for 24 hours, where it is listed.
- **Lists** are newest first and take \`limit\`, \`startingAfter\` and \`endingBefore\`.
- **Later versions** may add fields to answers and events, and values to lists of states, reasons and codes: ignore what
  you do not know.`;
