import type { z } from "zod";
import type { Route } from "@/lib/edge/http/route";
import { anythingElse, failuresOf } from "./failures";
import type { Headers } from "./headers";
import { parametersOf } from "./parameters";
import type { componentSchemas, Json, Root, Side } from "./schemas";
import { securityOf } from "./security";
import type { Shelf } from "./shelf";

type Method = "get" | "put" | "post" | "delete" | "patch";

export type Operation = { method: Method; path: string; route: Route };

export type Shared = {
  schemas: ReturnType<typeof componentSchemas>;
  headers: Headers;
  parameters: Shelf;
  responses: Shelf;
};

/** The schemas of an operation's bodies, which are named after it: `CreateMerchantRequest`, `CreateMerchantResponse`. */
export function rootsOf({ route: { declaration } }: Operation): Root[] {
  const name = declaration.operationId.replace(/^\w/, (letter) => letter.toUpperCase());
  const taken = bodyOf(declaration);
  const given = Object.entries(declaration.answers).flatMap(([status, { body }]) => (body ? [{ status, body }] : []));
  const several = new Set(given.map(({ body }) => body)).size > 1;
  return [
    ...(taken
      ? [{ schema: taken, side: "input" as const, name: `${name}Request`, form: declaration.wireFormat !== undefined }]
      : []),
    ...given.map(({ status, body }) => ({
      schema: body,
      side: "output" as const,
      name: `${name}Response${several ? status : ""}`,
    })),
  ];
}

export function toOperation({ method, path, route }: Operation, tag: string, shared: Shared): Json {
  const { declaration } = route;
  return {
    operationId: declaration.operationId,
    tags: [tag],
    summary: declaration.summary,
    ...(declaration.description ? { description: declaration.description } : {}),
    security: securityOf(declaration),
    parameters: parametersOf(path, route, shared.parameters),
    ...(method === "get" ? {} : requestBody(declaration, shared)),
    responses: responsesOf(route, shared),
  };
}

function bodyOf({ body, documentedBody, rawBody }: Route["declaration"]) {
  return rawBody ? undefined : (documentedBody ?? body);
}

/** What generators of clients go by: as a plain string, they would decode a file as text. */
const bytes = { type: "string", format: "binary" };

function requestBody(declaration: Route["declaration"], shared: Shared): Json {
  if (declaration.rawBody) {
    return { requestBody: { required: true, content: { "application/octet-stream": { schema: bytes } } } };
  }
  const shown = bodyOf(declaration);
  if (!shown) return {};
  const type = declaration.wireFormat?.mediaType ?? "application/json";
  // An empty body counts as {}, which OAuth's own errors answer.
  const required = declaration.wireFormat !== undefined || !shown.safeParse({}).success;
  return { requestBody: { required, content: { [type]: bodyContent(shown, "input", shared) } } };
}

function responsesOf(route: Route, shared: Shared): Record<string, Json> {
  const responses = answers(route.declaration, shared);
  const succeeds = Object.keys(responses).some((status) => status.startsWith("2"));
  for (const [status, { name, part }] of failuresOf(route, shared.headers)) {
    const exact = status === "5XX" ? "503" : status;
    const own = responses[exact];
    // A page for people, or a problem document.
    if (own) responses[exact] = { ...part, ...own, content: { ...part.content, ...(own.content as Json | undefined) } };
    responses[status] ??= shared.responses.use(name, part);
  }
  return succeeds ? responses : { ...responses, default: anythingElse() };
}

function answers(
  { answers: declared, idempotent, location }: Route["declaration"],
  shared: Shared,
): Record<string, Json> {
  const always = idempotent ? ["Idempotency-Replayed"] : [];
  return Object.fromEntries(
    Object.entries(declared).map(([status, { description, body, text, headers = [] }]) => {
      const file = { schema: text?.startsWith("text/") ? { type: "string" } : bytes };
      const content = body ? { "application/json": bodyContent(body, "output", shared) } : text && { [text]: file };
      const made = location && status === "201" ? ["Location"] : [];
      const answer = { description, ...shared.headers.of([...always, ...made, ...headers]) };
      if (status === "304") return [status, shared.responses.use("NotModified", answer)];
      return [status, content ? { ...answer, content } : answer];
    }),
  );
}

/** A JSON body; the example that there is of it stands in its schema. */
export function bodyContent(schema: z.ZodType, side: Side, { schemas }: Shared): Json {
  return { schema: schemas.reference(schema, side) };
}
