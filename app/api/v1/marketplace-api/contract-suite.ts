import { beforeAll, describe, expect, it } from "vitest";
import type { Route } from "@/lib/http/route";
import { call } from "@/test/call-route";
import type { Field, Variant } from "./contract-table";

type Json = Record<string, unknown>;
type Case = [title: string, of: { field: Field; variant: Variant }];
type Answer = Awaited<ReturnType<typeof call>>;

/** An operation as the tests of its body see it. */
export type Contract = {
  operation: string;
  route: Route;
  method?: "POST" | "PUT";
  key: () => string;
  params?: () => Record<string, string>;
  /** A body that is accepted. */
  body: () => Json;
  fields: Field[];
  /** Everything that is stored, in a form that can be compared. */
  stored: () => Promise<unknown>;
  /** Where the answer repeats the body; what was sent as text must be there unchanged. */
  repeated?: (answer: Json) => unknown;
  /** Fields, by the last part of their path, that the answer shows in another form than they were sent. */
  reshaped?: string[];
};

/** In any URL of the tables: what must never come back. */
export const password = "hunter2secret";

/**
 * One test for each field and each thing that can be wrong with it: 400, the field named by its dot path, nothing stored,
 * nothing confidential repeated. And one for each value that is still allowed.
 */
export function holdsContract(contract: Contract): void {
  const { operation, fields, stored } = contract;
  describe(`${operation} refuses`, () => {
    let state: unknown;
    beforeAll(async () => {
      state = await stored();
    });

    it.each(cases(fields, "refused"))("%s", async (_, { field, variant }) => {
      const raw = bodyWith(contract.body(), field, variant);
      const answer = await send(contract, raw);
      expectRefusal(answer, field.path);
      for (const secret of confidential(raw, contract.key())) expect(answer.text).not.toContain(secret);
      const before = state;
      state = await stored();
      expect(state).toEqual(before);
    });
  });

  const accepted = cases(fields, "accepted");
  if (accepted.length === 0) return;
  describe(`${operation} accepts`, () => {
    it.each(accepted)("%s", async (_, { field, variant }) => {
      const raw = bodyWith(contract.body(), field, variant);
      const answer = await send(contract, raw);
      expect([answer.status, answer.json.errors]).toEqual([expect.toSatisfy(isSuccess), undefined]);
      for (const number of identityNumbers(raw)) expect(answer.text).not.toContain(number);
      if (!contract.repeated || variant.json === undefined) return;
      const sent: unknown = JSON.parse(variant.json);
      const keys = field.path.split(".");
      if (typeof sent !== "string" || contract.reshaped?.includes(keys.at(-1) ?? "")) return;
      expect(at(contract.repeated(answer.json), keys)).toBe(sent);
    });
  });
}

/** A 400 in the one form of errors that names this field. */
export function expectRefusal(answer: Answer, field: string): void {
  expect(answer.json).toMatchObject({
    status: 400,
    code: "VALIDATION_FAILED",
    errors: expect.arrayContaining([{ field, error: expect.stringMatching(/\S/) }]),
    requestId: answer.headers.get("x-request-id"),
  });
  expect(answer.status).toBe(400);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
}

function send({ route, method = "POST", key, params }: Contract, raw: string): Promise<Answer> {
  return call(route, { method, key: key(), params: params?.() ?? {}, raw });
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function cases(fields: Field[], which: "refused" | "accepted"): Case[] {
  return fields.flatMap((field) => {
    const given = Object.values(field.given ?? {}).map((one) => ` (${one})`);
    return field[which].map((variant): Case => [`${field.path}${given.join("")}: ${variant.name}`, { field, variant }]);
  });
}

const placeholder = "@@the field under test@@";

function bodyWith(body: Json, field: Field, variant: Variant): string {
  for (const [path, given] of Object.entries(field.given ?? {})) put(body, path, given);
  put(body, field.path, variant.json === undefined ? undefined : placeholder);
  return JSON.stringify(body).replace(JSON.stringify(placeholder), () => variant.json ?? "");
}

/** Sets what is under a dot path; undefined is what JSON leaves out. */
function put(body: Json, path: string, to: unknown): void {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const parent = at(body, keys);
  if (typeof parent !== "object" || parent === null) throw new Error(`There is no ${path} in the body.`);
  Reflect.set(parent, last, to);
}

function at(value: unknown, keys: string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

function confidential(raw: string, key: string): string[] {
  return [key, password, ...identityNumbers(raw)];
}

function identityNumbers(raw: string): string[] {
  return [...raw.matchAll(/"identityNumber":"([^"]{5,40})/g)].map(([, number = ""]) => number);
}
