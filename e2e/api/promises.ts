import type { Exchange, Json } from "@/e2e/client";
import { resolved, schemasOf } from "@/test/open-api-schemas";

type Asked = Pick<Exchange, "method" | "path">;

/** Finds the operation of a document that a request is for. @throws Error when there is none */
export function operationsOf(document: Json): (asked: Asked) => Json {
  // An address without parameters comes first, as it does in the service.
  const templates = Object.keys(document.paths)
    .sort((one, other) => one.split("{").length - other.split("{").length)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`) }));
  return ({ method, path }) => {
    const name = method.toLowerCase();
    const found = templates.find((one) => document.paths[one.path][name] && one.pattern.test(path));
    if (!found) throw new Error(`${method} ${path} is not in the document`);
    return document.paths[found.path][name];
  };
}

const opening: Record<string, RegExp> = {
  "text/html": /<html/,
  "text/csv": /\r\n/,
  "application/pdf": /^%PDF-/,
};

/**
 * What an answer has that the document does not promise of it, a field that it does not name included: nothing, when it
 * keeps the promise. A finding, since each `expect` of Playwright's costs milliseconds, and there are thousands of answers.
 */
export function promisesOf(document: Json) {
  const schemaOf = schemasOf(document);
  const broken = (operation: Json, { status, headers, text }: Omit<Exchange, "sent">): unknown => {
    const documented = operation.responses[status] ?? operation.responses[`${String(status)[0]}XX`];
    if (!documented) return "not documented";
    const promise: Json = resolved(document, documented);
    if (!headers.get("x-request-id")) return "no x-request-id";
    const type = headers.get("content-type")?.split(";")[0] ?? "";
    if (!promise.content) return text === "" ? undefined : "a body";
    if (!promise.content[type]) return `content of type "${type}"`;
    const begins = opening[type];
    if (begins) return begins.test(text) ? undefined : `no ${type}`;
    const checked = schemaOf(promise.content[type].schema).safeParse(JSON.parse(text));
    return checked.error?.issues;
  };
  return (operation: Json, exchange: Omit<Exchange, "sent">): string[] => {
    const finding = broken(operation, exchange);
    if (finding === undefined) return [];
    const { method, path, status, text } = exchange;
    return [`${method} ${path}, ${status}: ${JSON.stringify(finding).slice(0, 2_000)} in ${text.slice(0, 400)}`];
  };
}
