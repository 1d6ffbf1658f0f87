import { api, type Json } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { director, merchantOf } from "@/e2e/merchant";

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

test("funding requests decided at once never exceed the cap together", async ({ marketplace, sql }) => {
  const { client, marketplaceId, run } = marketplace;
  const merchants = await Promise.all(
    times(5, async (i) => {
      const merchant = merchantOf(client, `racer-${i}`);
      await merchant.create();
      await Promise.all([merchant.sendSales(), merchant.sendKyc()]);
      return merchant;
    }),
  );
  await run();
  const { maxLendingCap: cap } = (await client.ask("GET", `${api}/merchants/racer-0`)).creditScore;
  // Any one of them fits, no two do.
  const amountRequested = Math.floor(cap * 0.55);
  await Promise.all(
    merchants.flatMap((merchant) => times(4, () => merchant.fund({ amountRequested, tenorDays: 730 }))),
  );
  await Promise.all([run(), run()]);

  for (const merchant of merchants) {
    const { fundingRequests } = await merchant.status();
    expect(fundingRequests.map(({ status, failureReason }: Json) => failureReason ?? status).sort()).toEqual([
      "ABOVE_LENDING_CAP",
      "ABOVE_LENDING_CAP",
      "ABOVE_LENDING_CAP",
      "FULFILLED",
    ]);
  }
  const loans = await sql`select merchant_id, sum(principal)::float8 / 100 as owed from loans
    where marketplace_id = ${marketplaceId} group by merchant_id`;
  expect(loans).toHaveLength(5);
  for (const { owed } of loans) expect(owed).toBeLessThanOrEqual(cap);
});

test("writes of one KYC record at once leave one of them whole", async ({ marketplace, sql }) => {
  const { client, receiver, marketplaceId, run } = marketplace;
  const merchant = merchantOf(client, "rewritten");
  await merchant.create();

  const listOf = (i: number) =>
    times(1 + (i % 4), (n) =>
      director({ identityNumber: `2214${100 + i}00${10 + n}`, nationality: `List ${i}`, isPrimary: n === 0 }),
    );
  await Promise.all(times(20, (i) => merchant.saveDirectors(listOf(i))));
  const directors = await sql`select nationality, list_position, is_primary from directors
    where marketplace_id = ${marketplaceId} order by list_position`;
  const winner = Number(directors[0]?.nationality.replace("List ", ""));
  expect(directors).toEqual(
    listOf(winner).map(({ nationality, isPrimary }, n) => ({ nationality, list_position: n, is_primary: isPrimary })),
  );

  const names = times(20, (i) => ({ businessName: `Name ${i}`, operatingAddress: `Address ${i}` }));
  const saved = await Promise.all(names.map((name) => merchant.saveBusiness(name)));
  expect(saved.map(({ businessInfo }) => businessInfo)).toMatchObject(names);
  const [{ business_info: kept }] = await sql<Json[]>`select business_info from kyc_records
    where marketplace_id = ${marketplaceId}`;
  expect(names).toContainEqual({ businessName: kept.businessName, operatingAddress: kept.operatingAddress });

  const file = await merchant.upload();
  const body = { documentType: "CAC_CERTIFICATE", ...file };
  const attached = await Promise.all(times(10, () => client.ask("POST", `${merchant.base}/documents`, { body })));
  expect(new Set(attached.map(({ document }) => document.id)).size).toBe(1);

  const submitted = await Promise.all(times(10, () => merchant.submit()));
  expect(new Set(submitted.map(({ kyc }) => `${kyc.status} ${kyc.submittedAt}`)).size).toBe(1);
  await Promise.all([run(), run()]);
  const events = receiver.of("rewritten");
  expect(events.map(({ event }) => event)).toEqual(["merchant.created", "kyc.submitted", "kyc.approved"]);
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
});

test("sales data sent 20 times at once is scored 20 times, and the latest counts", async ({ marketplace, sql }) => {
  const { client, marketplaceId, run } = marketplace;
  const merchant = merchantOf(client, "chatty");
  await merchant.create();
  await Promise.all(times(20, () => merchant.sendSales()));
  await run();
  const [counts] = await sql`select count(*)::int as submissions, count(scores.id)::int as scores,
      count(*) filter (where submissions.status = 'SCORED')::int as scored
    from submissions left join scores on scores.submission_id = submissions.id
    where submissions.marketplace_id = ${marketplaceId}`;
  expect(counts).toEqual({ submissions: 20, scores: 20, scored: 20 });
  const [latest] = await sql<Json[]>`select computed_at from scores where marketplace_id = ${marketplaceId}
    order by submitted_at desc, submission_id desc limit 1`;
  expect((await merchant.status()).creditScore.computedAt).toBe(latest.computed_at.toISOString());
  const again = await client.ask("GET", `${api}/events?merchantId=chatty`);
  expect(again.data.map(({ event }: Json) => event)).toEqual(["merchant.created"]);
});
