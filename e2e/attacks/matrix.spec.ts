import type postgres from "postgres";
import { operationsOf, promisesOf } from "@/e2e/api/promises";
import type { Answer } from "@/e2e/client";
import { expect, type Marketplace, openMarketplace, test } from "@/e2e/fixtures";
import { type Operation, pathOf, readDocument, type Scheme } from "./document";
import { sampleOf } from "./sample";
import { type Credential, openLive, openSide, type Side, send } from "./side";
import { tokenWithout, wrongCredentials } from "./wrong-credentials";

// Generated from /openapi.json: whoever adds an operation has it attacked here.

type Attempt = { what: string; operation: Operation; headers: Credential; raw?: string };
type Refused = { status: number; code?: string };

/**
 * Nothing of another's is named: scenarios are a marketplace's own stories, and take their time; a second rotation would
 * end the API secret that signs the other attempts, and logging out the token.
 */
const namesNothing = ["runScenario", "renewApiSecret", "logOutOfAccount"];

/**
 * Each operation is tried with nothing and with a share of all that is wrong, in turn, so that all of it is tried with many
 * of them; `npm test -- all` tries everything with each.
 */
const share = process.env.TESTS === "short" ? 4 : 1;

/** What takes more than one of everything, or what was never shown to a test: e2e/use-*.ts tell how these are used. */
const takesMore = [
  ...["initiateConnection", "finishConnection", "renewConnection", "getCatalogMarketplace"],
  ...["getDataSource", "saveDataSource", "deleteDataSource", "saveMarketplaceSettings"],
  ...["changeAccountPassword", "lookUpBvn", "lookUpNin", "verifyPhoneCode", "removeAccountDirector"],
  ...["getProposal", "approveProposal", "rejectProposal", "acceptTerms", "declineTerms"],
  ...["importBankStatement", "listBankStatements", "listBankStatementLines", "readStatementFormat"],
  ...[
    "setStatementFormat",
    "proposeLineBooking",
    "proposeLineDismissal",
    "proposeLinesDismissal",
    "proposeLenderAccountEnd",
  ],
  // A provider of payments that answers.
  "proposeLenderRail",
  // Orders that a lender pays by hand: app/api/lenders/batches.test.ts.
  ...["getInstructionBatch", "releaseInstructionBatch", "proposeInstructionBatchRecall", "downloadInstructionBatch"],
  // A loan whose lender debits by hand: app/api/lenders/signed-forms.test.ts.
  ...["sendSignedForm", "sendAccountSignedForm", "putLoanSignedForm", "endMandateAtBank"],
  // What has been deducted for a live lender: app/api/ops/remittances.test.ts.
  ...["closeRemittanceBreak", "proposeRemittanceReceived"],
  // A day that is still to come; exactly what is left.
  ...["takePaymentPromise", "planLoan"],
  ...["putAccountUpload", "confirmAccountUpload", "getAccountReceipt"],
  ...["putJourneyUpload", "confirmJourneyUpload", "getJourneyReceipt"],
];

test("no operation takes a wrong credential, another tenant's or another environment's", async ({
  marketplace,
  baseURL,
  sql,
}) => {
  const address = baseURL ?? "";
  const document = await readDocument(address);
  const guarded = document.operations.filter(({ scheme }) => scheme !== null);
  expect(guarded.length).toBeGreaterThan(80);
  const neighbour: Marketplace = await openMarketplace(address, sql);
  const [mine, stranger] = [await openSide(marketplace, sql), await openSide(neighbour, sql)];
  const { client } = marketplace;
  const body = (operation: Operation, named: Side["named"]) => sampleOf(operation, document.resolve, named);

  async function attack(attempts: Attempt[], expected: (attempt: Attempt, answer: Answer) => string | undefined) {
    const wrong = await everyOne(attempts, async (attempt) => {
      const { operation, headers } = attempt;
      const raw = body(operation, mine.named);
      const path = pathOf(operation, mine.named);
      const answer = await send(client, operation.method, path, headers(raw), raw);
      const finding = expected({ ...attempt, raw }, answer);
      return (
        finding && `${operation.id} with ${attempt.what}: ${finding}: ${answer.status} ${answer.text.slice(0, 200)}`
      );
    });
    expect(wrong.filter(Boolean)).toEqual([]);
  }
  const refusedWith = ({ status, code }: Refused, answer: Answer) => {
    if (answer.status !== status || (code && answer.json?.code !== code)) return `not ${status} ${code ?? ""}`;
    if (!answer.headers.get("ratelimit")) return "no RateLimit";
    return answer.headers.get("content-type") === "application/problem+json" ? undefined : "no problem document";
  };

  await test.step("wrong credentials", async () => {
    const wrong = await wrongCredentials(client, mine, stranger);
    const attempts = guarded.flatMap((operation, at) =>
      wrong[operation.scheme as Scheme]
        .filter(({ what }, i) => what === "nothing" || (at + i) % share === 0)
        .filter(({ what }) => !operation.others.some((other) => what === `a good ${other}`))
        .map((one) => ({ ...one, operation })),
    );
    await attack(attempts, ({ what }, answer) => {
      const challenge = answer.headers.get("www-authenticate");
      if (!challenge) return "no challenge";
      // RFC 6750, section 3.1.
      if (what === "nothing" && challenge.includes("error=")) return `an error code in ${challenge}`;
      return refusedWith({ status: 401, code: "UNAUTHENTICATED" }, answer);
    });
  });

  await test.step("every scope but the one that is needed", async () => {
    const scoped = guarded.filter(({ scope }) => scope);
    expect(scoped.length).toBeGreaterThan(10);
    const attempts = await Promise.all(
      scoped.map(async (operation) => ({
        what: "the other scopes",
        operation,
        headers: await tokenWithout(client, mine, operation),
      })),
    );
    await attack(attempts, (_, answer) => refusedWith({ status: 403, code: "INSUFFICIENT_SCOPE" }, answer));
  });

  await test.step("another tenant", async () => {
    const attempts = guarded
      // These belong to no tenant: every merchant is an operator's to look after, and a lender's account nobody's else.
      .filter(
        ({ id, scheme }) => !["operatorToken", "railSignature"].includes(scheme ?? "") && !namesNothing.includes(id),
      )
      .map((operation) => ({
        what: "another tenant's",
        operation,
        headers: stranger.credentials[operation.scheme as Scheme],
      }));
    await unchanged(sql, mine, () => attack(attempts, (attempt, answer) => nothingOf(mine, attempt, answer)));
  });

  await test.step("another environment", async () => {
    const credentials = await openLive(client, sql, mine);
    const attempts = guarded
      .filter(({ id, scheme }) => credentials[scheme as Scheme] && !namesNothing.includes(id))
      .map((operation) => ({
        what: "the live environment's",
        operation,
        headers: credentials[operation.scheme as Scheme] as Credential,
      }));
    await unchanged(sql, mine, () => attack(attempts, (attempt, answer) => nothingOf(mine, attempt, answer)));
  });

  await test.step("and each takes its own", async () => {
    const [operationOf, brokenBy] = [operationsOf(document.whole), promisesOf(document.whole)];
    // What ends a thing comes after what needs it.
    const ends = ({ method, id }: Operation) =>
      method === "DELETE" ? 1 : Number(/^(disconnect|logOut|archive|rotate|renew)/.test(id)) * 2;
    const own = guarded.filter(({ id }) => !takesMore.includes(id)).toSorted((a, b) => ends(a) - ends(b));
    const wrong: string[] = [];
    for (const operation of own) {
      const raw = body(operation, mine.named);
      const asked = { method: operation.method, path: pathOf(operation, mine.named) };
      const headers = mine.credentials[operation.scheme as Scheme](raw);
      const answer = await send(client, asked.method, asked.path, headers, raw);
      const taken = answer.status < 300 || [409, 412].includes(answer.status);
      if (!taken && !takesMore.includes(operation.id))
        wrong.push(`${operation.id}: ${answer.status} ${answer.text.slice(0, 300)}`);
      wrong.push(...brokenBy(operationOf(asked), { ...answer, ...asked }));
    }
    expect(wrong).toEqual([]);
  });
});

/** What is wrong with an answer about somebody else's: it must be as if nothing of that name existed. */
function nothingOf({ named }: Side, { operation, raw = "" }: Attempt, answer: Answer): string | undefined {
  if (answer.status >= 500) return "a fault of ours";
  const about = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const foreign = about.some((name) => !["reference", "link", "token"].includes(name));
  // 409: the state of one's own record is looked at first.
  if (foreign && ![403, 404, 409].includes(answer.status)) return "not 404";
  const ids = ["loanId", "fileKey", "eventId", "breakId", "documentId", "batchId", "keyId", "sessionId"].filter(
    (name) => !about.includes(name) && !raw.includes(named[name] ?? ""),
  );
  const told = ids.find((name) => answer.status < 300 && answer.text.includes(named[name] ?? ""));
  return told && `tells of ${told}`;
}

/** Written in the background: what other tables come to, and what was asked a second ago. */
const counted = ["remittance_changes", "remittance_days", "remittance_items", "remitters"];
const kept = ["logged_requests", "request_gaps", "tallies", "tally_changes", ...counted];

/** Whatever is tried meanwhile, what the marketplace has in test stays as it is. */
async function unchanged(sql: postgres.Sql, { marketplaceId }: Side, work: () => Promise<void>): Promise<void> {
  const tables = await sql`select table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('marketplace_id', 'environment')
      and table_name <> all(${kept})
    group by table_name having count(*) = 2`;
  const digest = async () => {
    const rows = await Promise.all(
      tables.map(async ({ name }) => {
        const [row] = await sql`select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as digest
          from ${sql(name)} t where marketplace_id = ${marketplaceId} and environment = 'test'`;
        return [name, row?.digest];
      }),
    );
    return Object.fromEntries(rows);
  };
  const before = await digest();
  await work();
  expect(await digest()).toEqual(before);
}

/** A few at a time, so that nobody else waits. */
async function everyOne<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return results;
}
