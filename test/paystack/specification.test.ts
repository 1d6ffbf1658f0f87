import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { kobo } from "@/lib/kernel/money";
import { listBanks } from "@/lib/platform/providers/paystack/banks";
import { paystackMandates } from "@/lib/platform/providers/paystack/debits";
import { identify } from "@/lib/platform/providers/paystack/identify";
import { paystackBank } from "@/lib/platform/providers/paystack/transfers";
import type { PaystackRail } from "@/lib/platform/providers/paystack/types";
import { plainServer } from "@/test/plain-server";
import { specificationOf } from "./specification";

const url = (path: string) => new URL(path, "http://paystack.example");

describe("a specification", () => {
  const small = specificationOf({
    paths: {
      "/bank/{code}": { get: { responses: { "200": answer({ code: { type: "string" } }) } } },
      "/bank": { get: { parameters: [{ name: "perPage", in: "query", required: true, schema: { type: "integer" } }] } },
      "/transfer": {
        post: {
          requestBody: {
            required: true,
            content: { "application/json": { schema: { $ref: "#/components/schemas/T" } } },
          },
          responses: { "200": answer({ amount: { type: "integer" } }), "401": answer({}), default: {} },
        },
      },
    },
    components: {
      schemas: { T: { type: "object", properties: { amount: { type: "integer" } }, required: ["amount"] } },
    },
  });
  function answer(data: object) {
    const properties = { status: { type: "boolean" }, data: { type: "object", properties: data } };
    return { description: "", content: { "application/json": { schema: { type: "object", properties } } } };
  }

  test.each([
    ["POST", "/transfer", '{"amount":1}', 0],
    ["POST", "/transfer", '{"amount":"1"}', 1],
    ["POST", "/transfer", '{"amount":1,"recipient":"RCP"}', 1],
    ["POST", "/transfer", "{}", 1],
    ["POST", "/transfer", "", 1],
    ["GET", "/transfer", "", 1],
    ["GET", "/bank?perPage=100", "", 0],
    ["GET", "/bank?perPage=all", "", 1],
    ["GET", "/bank", "", 1],
    ["GET", "/bank/058", "", 0],
    ["GET", "/bank/058?page=1", "", 1],
    ["GET", "/bank/058/branch", "", 1],
  ])("%s %s %s has %i problems", (method, path, body, problems) => {
    expect(small.problemsOf({ method, url: url(path), body })).toHaveLength(problems);
  });

  test("its answers are told with what is known", () => {
    const transfer = small.operationOf({ method: "POST", url: url("/transfer") });
    if (!transfer) throw new Error("It is not there.");
    expect(small.statusesOf(transfer)).toEqual([200, 401]);
    expect(small.answerOf(transfer, 200, { amount: 7 })).toEqual({ status: true, data: { amount: 7 } });
    expect(small.answerOf(transfer, 401, {})).toEqual({ status: false, data: {} });
  });
});

const [reference, authorizationCode, email] = ["abcdefgh12345678", "AUTH_1", "ada@foods.example"];
const account = { bankCode: "058", accountNumber: "0123456789" };
const order = { reference, amount: kobo(20_000), ...account, accountName: "Ada Foods", reason: "Loan" };

/** What answers say, so that they are about what was asked. */
const known = {
  ...{
    reference,
    amount: order.amount,
    currency: "NGN",
    domain: "live",
    integration: 100_043,
    integration_id: 100_043,
  },
  ...{ account_number: account.accountNumber, bank_code: "058", account_name: "Ada Foods", last4: "6789" },
  ...{ code: "058", name: "Guaranty Trust Bank", bank: "Guaranty Trust Bank", bank_name: "Guaranty Trust Bank" },
  ...{ authorization_code: authorizationCode, active: true, channel: "direct_debit", email },
  ...{ status: "success", redirect_url: "https://link.paystack.example/1", balance: 1_000_000, next: "" },
};
const begin = {
  email,
  callbackUrl: "https://shop.example",
  account: { ...account, address: { street: "1 Marina", city: "Lagos", state: "Lagos" } },
};

/** Everything that is ever asked; `missing`: what Paystack does not know yet as it is first asked. */
const questions: {
  name: string;
  ask: (rail: PaystackRail) => Promise<unknown>;
  answers: unknown;
  missing?: string;
  /** Lists that are empty. */
  nothing?: string[];
}[] = [
  { name: "whose a key is", ask: identify, answers: { integration: 100_043, domain: "live" } },
  {
    name: "whose a key is, of an account that has nothing",
    ask: identify,
    answers: { integration: 100_043, domain: "live" },
    nothing: ["GET /customer", "GET /transferrecipient"],
  },
  { name: "banks", ask: listBanks, answers: [expect.objectContaining({ code: "058" })] },
  { name: "a name", ask: (rail) => paystackBank(rail).nameEnquiry(account), answers: { accountName: "Ada Foods" } },
  { name: "the balance", ask: (rail) => paystackBank(rail).balance(), answers: 1_000_000 },
  {
    name: "a transfer",
    ask: (rail) => paystackBank(rail).transfer(order),
    answers: { status: "CONFIRMED", reference: expect.any(String) },
    missing: "GET /transfer/verify/{reference}",
  },
  {
    name: "what became of a transfer",
    ask: (rail) => paystackBank(rail).lookUpTransfer(order),
    answers: { status: "CONFIRMED", reference: expect.any(String) },
  },
  {
    name: "a mandate",
    ask: (rail) => paystackMandates(rail).begin(begin),
    answers: { status: "BEGUN", reference, page: known.redirect_url },
  },
  {
    name: "what became of a mandate",
    ask: (rail) => paystackMandates(rail).state({ reference }),
    answers: expect.objectContaining({ status: "ACTIVE", authorizationCode }),
  },
  {
    name: "a debit",
    ask: (rail) => paystackMandates(rail).debit({ reference, authorizationCode, email, amount: order.amount }),
    answers: { status: "CONFIRMED", reference: expect.any(String) },
    missing: "GET /transaction/verify/{reference}",
  },
  {
    name: "what became of a debit",
    ask: (rail) => paystackMandates(rail).lookUpDebit({ reference, amount: order.amount, authorizationCode }),
    answers: { status: "CONFIRMED", reference: expect.any(String) },
  },
  { name: "the end of a mandate", ask: (rail) => paystackMandates(rail).revoke(authorizationCode), answers: "REVOKED" },
];

type Question = (typeof questions)[number];
type Refusal = { name: string; status: number; code: string };

/**
 * Asks a server that answers as documented, and that checks what it is asked. Each time another one, since lists of banks
 * are kept by address. `mock`: one that answers in its place, made from the specification by somebody else.
 */
async function ask(specification: Specification, question: Question, refusal?: Refusal) {
  const [problems, asked] = [new Set<string>(), new Set<string>()];
  let { missing } = question;
  const baseUrl = await plainServer(async (incoming, response) => {
    const { method = "", headers } = incoming;
    const sent = { method, url: url(incoming.url ?? ""), body: await text(incoming) };
    for (const problem of specification.problemsOf(sent)) problems.add(problem);
    const operation = specification.operationOf(sent);
    if (!operation) return response.writeHead(500).end();
    const { name } = operation;
    asked.add(name);
    const statuses = specification.statusesOf(operation);
    const refused = refusal?.name === name ? refusal : undefined;
    const status = refused?.status ?? (missing === name ? 404 : statuses.find((one) => one < 300)) ?? 200;
    if (missing === name) missing = undefined;
    response.setHeader("content-type", "application/json");
    if (mock && status < 300) {
      const { authorization = "" } = headers;
      const given = { method, headers: { authorization, "content-type": "application/json" } };
      const answer = await fetch(`${mock}${incoming.url}`, { ...given, ...(sent.body ? { body: sent.body } : {}) });
      return response.writeHead(answer.status).end(await answer.text());
    }
    const said = /mandate-authorizations/.test(name) ? { ...known, status: "active" } : known;
    const answer = specification.answerOf(operation, status, refused ?? (status < 300 ? said : {}));
    const empty = status < 300 && question.nothing?.includes(name) ? { data: [] } : {};
    response.writeHead(status).end(JSON.stringify(Object.assign(answer, empty)));
  });
  const outcome = await question.ask({ key: "sk_live_1", baseUrl, integration: 100_043, domain: "live" });
  return { outcome, problems: [...problems], asked: [...asked] };
}

type Specification = ReturnType<typeof specificationOf>;

/** `npm run proof -- paystack SPECIFICATION`; PAYSTACK_MOCK is the address of a server that was made from it. */
const { PAYSTACK_SPEC: file, PAYSTACK_MOCK: mock } = process.env;

/** What is said of an answer that says nothing to us. */
const notUnderstood = /does not say|No answer from Paystack/;

if (file) {
  describe("by the public specification", () => {
    const specification = specificationOf(parse(readFileSync(file, "utf8")));
    const requests = new Map<string, number[]>();
    test.each(questions)("$name: every request is valid, and every answer understood", async (question) => {
      const { outcome, problems, asked } = await ask(specification, question);
      expect(problems).toEqual([]);
      if (mock) expect(JSON.stringify(outcome)).not.toMatch(notUnderstood);
      else expect(outcome).toEqual(question.answers);
      for (const name of asked) {
        const [method = "", path = ""] = name.split(" ");
        const operation = specification.operationOf({ method, url: url(path.replaceAll(/\{\w+\}/g, "anything")) });
        if (!operation) throw new Error(`${name} is not there.`);
        const statuses = specification.statusesOf(operation);
        requests.set(name, statuses);
        for (const status of statuses.filter((one) => one >= 400)) {
          for (const code of errorCodes) {
            const refused = await ask(specification, question, { name, status, code });
            expect(refused.problems).toEqual([]);
            expect(JSON.stringify(refused.outcome), `${name} ${status} ${code}`).not.toMatch(notUnderstood);
            // What was refused has not come about. The list of banks only translates.
            if (name !== "GET /bank" || question.ask === listBanks)
              expect(refused.outcome, `${name} ${status} ${code}`).not.toEqual(question.answers);
          }
        }
      }
    });

    test("that is all", async ({ annotate }) => {
      const lines = [...requests].sort().map(([name, statuses]) => `${name}: ${statuses.join(", ")}`);
      await annotate(`${requests.size} operations, ${[...requests.values()].flat().length} documented answers`);
      for (const line of lines) await annotate(line);
      expect(requests.size).toBe(questionsOfClient);
    });
  });
}

/** So many operations the client has in all. */
const questionsOfClient = 16;

/** The ones that the specification names, and the one that the documentation adds where something is not there. */
const errorCodes = ["validation_error", "processor_error", "api_error", "not_found"];
