import type { Json } from "@/e2e/client";

/** A kind of credential, as far as the way of presenting it goes. */
export const schemes = [
  "secretKey",
  "accessToken",
  "embedToken",
  "dashboardToken",
  "accountToken",
  "operatorToken",
  "webhookSignature",
  "railSignature",
] as const;
export type Scheme = (typeof schemes)[number];

export type Operation = {
  id: string;
  method: string;
  /** With its parameters in braces. */
  path: string;
  /** Null: anybody may call it. */
  scheme: Scheme | null;
  /** Other kinds of credentials that it takes as well. */
  others: Scheme[];
  scope?: string;
  query: Json[];
  body?: { mediaType: string; schema: Json; example?: Json };
};

/** A part of an OpenAPI document, followed to where it is described. */
export type Resolve = (part: Json) => Json;

/** The operations that the running service says it has. */
export async function readDocument(
  address: string,
): Promise<{ operations: Operation[]; resolve: Resolve; whole: Json }> {
  const document = await (await fetch(`${address}/openapi.json`)).json();
  const resolve: Resolve = (part) => {
    if (typeof part?.$ref !== "string") return part;
    const steps: string[] = part.$ref.split("/").slice(1);
    return resolve(steps.reduce((at, step) => at[step.replaceAll("~1", "/").replaceAll("~0", "~")], document));
  };
  const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([method]) => /^(get|put|post|patch|delete)$/.test(method))
      .map(([method, described]) => operationOf(path, method, described, resolve)),
  );
  return { operations, resolve, whole: document };
}

function operationOf(path: string, method: string, described: Json, resolve: Resolve): Operation {
  const [required] = described.security ?? [];
  const [name] = Object.keys(required ?? {});
  const scheme = schemes.find((one) => name?.startsWith(one)) ?? null;
  if (name && !scheme) throw new Error(`Who may call ${described.operationId}? ${name} is no known credential.`);
  const [content] = Object.entries<Json>(resolve(described.requestBody)?.content ?? {});
  const examples = resolve(content?.[1].schema)?.examples ?? [];
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    scheme,
    others: (described.security ?? []).slice(1).flatMap((one: Json) => schemes.filter((other) => other in one)),
    scope: name ? required[name][0] : undefined,
    query: (described.parameters ?? []).map(resolve).filter((one: Json) => one.in === "query"),
    ...(content ? { body: { mediaType: content[0], schema: content[1].schema, example: examples[0] } } : {}),
  };
}

/** The path of an operation with its parameters filled in. @throws Error for one that has no value */
export function pathOf({ id, path }: Operation, values: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${id} needs a value for {${name}}: add one to e2e/attacks/side.ts.`);
    return encodeURIComponent(value);
  });
}
