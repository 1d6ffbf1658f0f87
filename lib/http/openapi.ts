import { z } from "zod";
import type { ErrorCode } from "@/lib/errors";
import { scopes } from "@/lib/oauth/constants";
import { scopeLabels } from "@/lib/oauth/scope-labels";
import { problems } from "./problem";
import type { Route } from "./route";

type Json = Record<string, unknown>;
type Method = "get" | "put" | "post" | "delete" | "patch";

export type Operation = { method: Method; path: string; route: Route };

/** The events that the service sends, by type. */
export type Webhooks = Record<string, { summary: string; description: string; body: z.ZodType }>;

const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(problems) as [ErrorCode, ...ErrorCode[]]),
  errors: z.array(z.object({ field: z.string(), error: z.string() })).optional(),
  requestId: z.string(),
});

const anyOperation: readonly ErrorCode[] = ["INTERNAL_ERROR", "SERVICE_UNAVAILABLE"];
const withBody: readonly ErrorCode[] = ["VALIDATION_FAILED", "MALFORMED_JSON", "BODY_TOO_LARGE"];
const withIdempotency: readonly ErrorCode[] = ["IDEMPOTENCY_CONFLICT", "IDEMPOTENCY_IN_PROGRESS"];

/** The OpenAPI 3.1 document, from the schemas that validate requests and the declarations that serve them. */
export function openApiDocument(
  info: { title: string; version: string; server: string },
  operations: Operation[],
  webhooks: Webhooks,
): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: toOperation(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: info.title,
      version: info.version,
      description: "Money amounts are naira with at most two decimals; timestamps are ISO 8601 in UTC.",
    },
    servers: [{ url: info.server }],
    paths,
    webhooks: Object.fromEntries(
      Object.entries(webhooks).map(([name, sent]) => [name, { post: toSending(name, sent) }]),
    ),
    components: {
      schemas: { Problem: jsonSchema(problemSchema, "output") },
      securitySchemes: {
        secretKeyHeader: { type: "apiKey", in: "header", name: "X-Service-Secret-Key" },
        secretKeyBearer: { type: "http", scheme: "bearer" },
        embedToken: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: tokenUse.embedToken },
        dashboardToken: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: tokenUse.dashboardToken },
        accessToken: { type: "oauth2", flows: oauthFlows(info.server) },
        webhookSignature,
      },
    },
  };
}

const tokenUse = {
  embedToken: "From `POST /merchants/{ref}/embed-tokens`: for the hosted journey only, and for one merchant.",
  dashboardToken: "From `POST /api/marketplace-dashboard/login`.",
};

function oauthFlows(server: string): Json {
  const tokenUrl = `${server}/oauth/token`;
  const named = Object.fromEntries(scopes.map((scope) => [scope, scopeLabels[scope].label]));
  const { offline_access: _, ...own } = named;
  return {
    authorizationCode: { authorizationUrl: `${server}/oauth/authorize`, tokenUrl, refreshUrl: tokenUrl, scopes: named },
    clientCredentials: { tokenUrl, scopes: own },
  };
}

const webhookSignature = {
  type: "apiKey",
  in: "header",
  name: "X-Marketplace-Signature",
  description:
    "`sha256=` and the hex HMAC-SHA256, keyed with the API secret, of `<X-Marketplace-Timestamp>.<raw body>`, over " +
    "the bytes as sent. X-Marketplace-Timestamp is Unix seconds, at most 300 away from the service's clock; " +
    "X-Marketplace-Id is the marketplace's id. The secret that verifies selects the environment.",
};

function security({ scheme, scope }: Route["declaration"]["auth"]): Json[] {
  if (scheme === "webhookSignature") return [{ webhookSignature: [] }];
  if (scheme === "secretKey") return [{ secretKeyHeader: [] }, { secretKeyBearer: [] }];
  if (scheme === "embedToken" || scheme === "dashboardToken") return [{ [scheme]: [] }];
  return scheme === "accessToken" ? [{ accessToken: scope ? [scope] : [] }] : [];
}

function toOperation({ method, path, route }: Operation): Json {
  const { declaration } = route;
  return {
    operationId: declaration.operationId,
    summary: declaration.summary,
    ...(declaration.description ? { description: declaration.description } : {}),
    security: security(declaration.auth),
    parameters: [
      ...pathParameters(path),
      ...queryParameters(declaration.shownQuery ?? declaration.query),
      ...(declaration.idempotent ? [idempotencyParameter] : []),
      ...headerParameters(declaration.headers ?? {}),
    ],
    ...(method === "get" ? {} : requestBody(declaration)),
    responses: { ...answers(declaration), ...failures(declaration) },
  };
}

function toSending(name: string, { summary, description, body }: Webhooks[string]): Json {
  return {
    operationId: `on${name.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    description,
    parameters: headerParameters(sendingHeaders),
    // Unlike in answers, more fields are allowed: receivers must expect them.
    requestBody: { required: true, content: { "application/json": { schema: jsonSchema(body, "input") } } },
    responses: sendingAnswers,
  };
}

const sent = (description: string) => ({ description, required: true });

const sendingHeaders = {
  "X-Service-Signature": sent(
    "`sha256=` and the hex HMAC-SHA256, keyed with the whole webhook secret, of `<X-Service-Timestamp>.<raw body>`, " +
      "over the bytes as received. For a day after the secret changes there are two, separated by a comma.",
  ),
  "X-Service-Timestamp": sent("Unix seconds, real time. Refuse what is older than a few minutes."),
  "X-Service-Event-Id": sent("The body's `event_id`."),
  "webhook-id": sent("The same, as Standard Webhooks names it."),
  "webhook-timestamp": sent("The same as X-Service-Timestamp."),
  "webhook-signature": sent(
    "`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the part of the " +
      "webhook secret after `whsec_`, decoded from base64. There are two, separated by a space, whenever there are two " +
      "above.",
  ),
};

const sendingAnswers = {
  "2XX": { description: "Acknowledged. The rest of the answer is only kept for troubleshooting." },
  "410": { description: "Gone: nothing more is sent to this address, and the marketplace gets a mail." },
  default: {
    description:
      "Not acknowledged, which is also how an answer counts that is not complete within 10 seconds. Redirects are " +
      "not followed. Retries follow 1, 5 and 30 minutes and 2 hours after the previous attempt; with 429 or 503 and " +
      "Retry-After up to twice as late.",
  },
};

const idempotencyParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key and body within 24 hours get the first answer again.",
  schema: { type: "string", maxLength: 255 },
};

const merchantReference = "The merchant: the marketplace's own id (thirdPartyCustomerId) or the service's (mer_…).";

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    ...(name === "ref" || name === "merchantId" ? { description: merchantReference } : {}),
    schema: { type: "string" },
  }));
}

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return [];
  const schema = jsonSchema(query, "input") as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: "query",
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));
}

function headerParameters(headers: NonNullable<Route["declaration"]["headers"]>): Json[] {
  return Object.entries(headers).map(([name, { description, required }]) => ({
    name,
    in: "header",
    required,
    description,
    schema: { type: "string" },
  }));
}

function requestBody({ body, shownBody, rawBody, dialect }: Route["declaration"]): Json {
  if (rawBody) return { requestBody: { required: true, content: { "application/octet-stream": { schema: {} } } } };
  const shown = shownBody ?? body;
  if (!shown) return {};
  const schema = jsonSchema(shown, "input");
  // An empty body counts as {}.
  const required = !shown.safeParse({}).success;
  return { requestBody: { required, content: { [dialect?.mediaType ?? "application/json"]: { schema } } } };
}

const plainText = { type: "string" };
/** What generators of clients go by: as a plain string, they would decode a file as text. */
const bytes = { type: "string", format: "binary" };

const allowanceHeaders = ["RateLimit", "RateLimit-Policy"];

function answers({ answers: declared, rate }: Route["declaration"]): Json {
  return Object.fromEntries(
    Object.entries(declared).map(([status, { description, body, text, headers = [] }]) => [
      status,
      {
        description,
        headers: textHeaders(["X-Request-Id", ...(rate ? allowanceHeaders : []), ...headers]),
        ...(body ? { content: { "application/json": { schema: jsonSchema(body, "output") } } } : {}),
        ...(text ? { content: { [text]: { schema: text.startsWith("text/") ? plainText : bytes } } } : {}),
      },
    ]),
  );
}

function textHeaders(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { schema: { type: "string" } }]));
}

const oauthProblem = z.object({
  error: z.string(),
  error_description: z.string(),
  code: z.literal("MARKETPLACE_NOT_LIVE").optional(),
});

function failures(declaration: Route["declaration"]): Json {
  const { scheme } = declaration.auth;
  if (declaration.dialect) {
    const content = { "application/json": { schema: jsonSchema(oauthProblem, "output") } };
    const failure = { description: "An error in the form of RFC 6749, section 5.2", content };
    return Object.fromEntries([400, 401, 403, 413, 429, 500, 503].map((status) => [status, failure]));
  }
  const codes = new Set([
    ...anyOperation,
    ...(declaration.rate ? (["RATE_LIMITED"] as const) : []),
    ...(scheme === "none" ? [] : (["UNAUTHENTICATED"] as const)),
    ...(scheme === "none" || scheme === "dashboardToken" ? [] : (["MARKETPLACE_NOT_LIVE"] as const)),
    ...(scheme === "embedToken" || scheme === "dashboardToken" ? (["TOKEN_EXPIRED"] as const) : []),
    ...(scheme === "accessToken" ? (["INSUFFICIENT_SCOPE"] as const) : []),
    ...((declaration.shownBody ?? declaration.body) ? withBody : []),
    ...(declaration.query ? (["VALIDATION_FAILED"] as const) : []),
    ...(declaration.idempotent ? withIdempotency : []),
    ...(declaration.errors ?? []),
  ]);
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const { status, title } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${title}`]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [
      status,
      {
        description: lines.join(". "),
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  );
}

/** Answers are open: to a client that is generated from a closed one, every field that is added later is a mistake. */
function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
    override: ({ jsonSchema: shape }) => {
      if (io === "output" && shape.additionalProperties === false) delete shape.additionalProperties;
    },
  });
  return rest;
}
