import { describe, expect, it } from "vitest";
import type { Route } from "@/lib/edge/http/route";
import { call } from "@/test/call-route";
import { at, bodyWith, type Choice, type Json } from "./body";
import { readerOf } from "./reader";
import type { Field } from "./table";
import { describeWithoutTrace } from "./without-trace";

type Case = [title: string, ...choices: Choice[]];
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
  /** What the declared schema takes and what it does not. */
  fields: Field[];
  /** What the verb checks beyond the schema: it depends on what is stored, or on the time. */
  beyondSchema?: Field[];
  /** Where the answer repeats the body; what was sent as text must be there unchanged. */
  repeated?: (answer: Json) => unknown;
  /** Fields, by the last part of their path, that come out in another form than they were sent. */
  reshaped?: string[];
  /** Where the schema's output has a field that was sent under this path; in the same place unless said otherwise. */
  read?: (path: string) => string;
  /** Everything that is stored, in a form that can be compared. */
  stored?: () => Promise<unknown>;
};

/** In any URL of the tables: what must never come back. */
export const password = "hunter2secret";

/**
 * One test for each field and each thing that can be wrong with it: 400, the field named by its dot path, nothing
 * confidential repeated. And one for each value that is allowed. All of these go by the declared schema and need no
 * database. Over HTTP goes what a schema alone cannot show: that the operation goes by it and stores nothing it refuses,
 * what the verb checks beyond it, and that the verb gets along with whatever it lets through.
 */
export function holdsContract(contract: Contract): void {
  const { operation, route, body, fields, reshaped, read = (path) => path } = contract;
  const reader = readerOf(route);
  describe(`the schema of ${operation} refuses`, () => {
    it.each(cases(fields, "refused"))("%s", async (_, { field, variant }) => {
      const raw = bodyWith(body(), { field, variant });
      const { answer } = await reader(raw);
      expectRefusal(answer, field.path);
      expectSilence(answer, [password, ...identityNumbers(raw)]);
    });
  });

  const accepted = cases(fields, "accepted");
  if (accepted.length > 0) {
    describe(`the schema of ${operation} accepts`, () => {
      it.each(accepted)("%s", async (_, choice) => {
        const { answer, body: output } = await reader(bodyWith(body(), choice));
        expect([answer.status, answer.json.errors]).toEqual([200, undefined]);
        expectUnchanged(at(output, read(choice.field.path)), choice, reshaped);
      });
    });
  }
  holdsOverHttp(contract);
}

function holdsOverHttp(contract: Contract): void {
  const { operation, route, body, fields, beyondSchema = [], repeated, reshaped } = contract;
  const send = (raw: string) => {
    const { method = "POST", key, params } = contract;
    return call(route, { method, key: key(), params: params?.() ?? {}, raw });
  };
  const refused = [...cases(fields, "refused").slice(-1), ...cases(beyondSchema, "refused")];
  const refusals = () =>
    it.each(refused)("%s", async (_, choice) => {
      const raw = bodyWith(body(), choice);
      const answer = await send(raw);
      expectRefusal(answer, choice.field.path);
      expectSilence(answer, [contract.key(), password, ...identityNumbers(raw)]);
    });
  describeWithoutTrace(`${operation} refuses`, refusals, contract.stored);

  const accepted = [...together(fields), ...cases(beyondSchema, "accepted")];
  if (accepted.length === 0) return;
  describe(`${operation} accepts`, () => {
    it.each(accepted)("%s", async (_, ...choices) => {
      const raw = bodyWith(body(), ...choices);
      const answer = await send(raw);
      expect([answer.status, answer.json.errors]).toEqual([expect.toSatisfy(isSuccess), undefined]);
      expectSilence(answer, identityNumbers(raw));
      if (!repeated) return;
      for (const choice of choices) expectUnchanged(at(repeated(answer.json), choice.field.path), choice, reshaped);
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

function expectSilence(answer: Answer, confidential: string[]): void {
  for (const secret of confidential) expect(answer.text).not.toContain(secret);
}

/** What was sent as text is there to the letter; a moment may have become one. */
function expectUnchanged(found: unknown, { field, variant }: Choice, reshaped: string[] = []): void {
  if (variant.json === undefined || reshaped.includes(field.path.split(".").at(-1) ?? "")) return;
  const sent: unknown = JSON.parse(variant.json);
  if (typeof sent !== "string") return;
  expect(found).toEqual(found instanceof Date ? new Date(sent) : sent);
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

/** Every accepted value in as few bodies as will hold them: only fields that need others a certain way go alone. */
function together(fields: Field[]): Case[] {
  const isAlone = (one: Field) => one.given || fields.some(({ path }) => path.startsWith(`${one.path}.`));
  const others = fields.filter((field) => !isAlone(field));
  const most = Math.max(0, ...others.map(({ accepted }) => accepted.length));
  const rounds = Array.from({ length: most }, (_, i): Case => {
    const choices = others.flatMap((field) => field.accepted.slice(i, i + 1).map((variant) => ({ field, variant })));
    return [`value ${i + 1} of every field`, ...choices];
  });
  return [...cases(fields.filter(isAlone), "accepted"), ...rounds];
}

function identityNumbers(raw: string): string[] {
  return [...raw.matchAll(/"identityNumber":"([^"]{5,40})/g)].map(([, number = ""]) => number);
}
