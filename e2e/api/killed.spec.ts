import { committedEvents, expectWhole } from "@/e2e/audit";
import type { Json } from "@/e2e/client";
import { expect, openMarketplace, test } from "@/e2e/fixtures";
import { merchantOf, numberedRecords } from "@/e2e/merchant";
import { mortalInstance } from "@/e2e/mortal-instance";

/** In `npm run proof -- kills` more of them, beside the other kills: e2e/kills. */
const [merchants, settled, waiting] = process.env.KILLS === "on" ? [20, 8, 5] : [8, 3, 2];

const mortal = mortalInstance();

test.beforeEach(() => mortal.rests());

test("service, web server and database are all killed at once", async () => {
  const { client, receiver, marketplaceId, run } = await openMarketplace(mortal.instance.address, mortal.sql);
  const records = numberedRecords("crash", merchants);
  const ids = records.map(({ merchantIdentity }) => merchantIdentity.merchantId);
  const accepted = new Map<string, Json>();
  const requested = new Map<string, Json>();
  const apply = async (record: (typeof records)[number]) => {
    const merchant = merchantOf(client, record.merchantIdentity.merchantId, { insistent: true });
    await merchant.create();
    accepted.set(merchant.id, await merchant.sendSales(record));
    await merchant.sendKyc();
    requested.set(merchant.id, await merchant.fund({ amountRequested: 80_000 }));
  };
  await Promise.all(records.slice(0, settled).map(apply));
  await mortal.holdScores();
  const applying = Promise.all(records.slice(settled).map(apply));
  // Looked at below; until then nobody waits for it.
  applying.catch(() => {});

  await mortal.killAmidScoring("service, web server and database", waiting);
  expect(accepted.size).toBeGreaterThan(0);
  await mortal.startAgain();
  await applying;
  await run();
  await mortal.rests();

  expect([...accepted.keys()].sort()).toEqual([...ids].sort());
  await expectWhole(mortal.sql, marketplaceId, ids);
  for (const [id, { id: requestId }] of requested) {
    const { fundingRequests } = await merchantOf(client, id).status();
    expect(fundingRequests).toMatchObject([{ id: requestId, status: expect.stringMatching(/FULFILLED|REJECTED/) }]);
  }
  const received = new Set(receiver.deliveries.map(({ payload }) => payload.event_id));
  expect((await committedEvents(mortal.sql, ids)).filter((id) => !received.has(id))).toEqual([]);
  expect(receiver.forged()).toEqual([]);
  for (const id of ids) {
    const sequences = receiver.of(id).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, i) => i + 1));
  }
  await receiver.stop();
});
