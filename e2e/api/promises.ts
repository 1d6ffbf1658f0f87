import type { Exchange, Json } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { resolved, schemasOf } from "@/test/open-api-schemas";

/** The operation of a document that a request is for. */
export function operationOf(document: Json, { method, path }: Pick<Exchange, "method" | "path">): Json {
  // An address without parameters comes first, as it does in the service.
  const templates = Object.keys(document.paths).sort((one, other) => one.split("{").length - other.split("{").length);
  const template = templates.find(
    (one) =>
      new RegExp(`^${one.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path) && document.paths[one][method.toLowerCase()],
  );
  expect(template, `${method} ${path} is not in the document`).toBeDefined();
  return document.paths[template ?? ""][method.toLowerCase()];
}

/** Expects of an answer what the document promises of it, and no field that it does not name. */
export function promisesOf(document: Json) {
  const schemaOf = schemasOf(document);
  return (operation: Json, { method, path, status, headers, text }: Omit<Exchange, "sent">) => {
    const what = `${method} ${path}, ${status}: ${text.slice(0, 400)}`;
    const documented = operation.responses[status] ?? operation.responses[`${String(status)[0]}XX`];
    expect(documented, `not documented: ${what}`).toBeDefined();
    const promise: Json = resolved(document, documented);
    expect(headers.get("x-request-id"), what).toMatch(/./);
    const type = headers.get("content-type")?.split(";")[0] ?? "";
    if (!promise.content) return expect(text, what).toBe("");
    expect(Object.keys(promise.content), what).toContain(type);
    if (type === "text/html") return expect(text, what).toContain("<html");
    if (type === "text/csv") return expect(text, what).toContain("\r\n");
    if (type === "application/pdf") return expect(text, what).toMatch(/^%PDF-/);
    const checked = schemaOf(promise.content[type].schema).safeParse(JSON.parse(text));
    expect(checked.error?.issues ?? [], what).toEqual([]);
  };
}
