import type postgres from "postgres";
import type { Json } from "@/e2e/client";
import { expect, type Marketplace } from "@/e2e/fixtures";
import { helpers, openLending } from "@/e2e/lending";

/** How the loan of each scenario ends. */
export const endings = {
  steady: { status: "REPAID", overpaid: 0 },
  "seasonal-dip": { status: "ACTIVE", health: { classification: "PERFORMING", overdueAmount: 0 } },
  "failed-then-reversed": { status: "ACTIVE", overpaid: 0 },
  default: { status: "DEFAULTED", health: { classification: "LOST" } },
  "over-deduct-race": { status: "REPAID", overpaid: expect.any(Number) },
};

/** Each of these scenarios ends as it should, with books that hold and every webhook in its order. */
export async function expectEndings(
  marketplace: Marketplace,
  sql: postgres.Sql,
  names: readonly (keyof typeof endings)[],
) {
  const { client, receiver, run } = marketplace;
  const lending = await openLending(marketplace, sql);
  for (const name of names) {
    const { story, loan, loanId, thirdPartyCustomerId } = await client.ask("POST", `${helpers}/scenarios/${name}`);
    expect(loan, name).toMatchObject(endings[name]);
    expect(story.length, name).toBeGreaterThan(5);
    expect(await lending.explain(loanId), name).toMatchObject({ verified: true });
    await run();
    expect(await lending.status(loanId)).toEqual(loan);
    const told = story.flatMap(({ what }: Json) => what.match(/loan\.[a-z_]+/g) ?? []);
    const loanEvents = () => receiver.of(thirdPartyCustomerId).filter(({ event }) => /^loan\.(?!approved)/.test(event));
    await expect.poll(() => loanEvents().map(({ event }) => event), { message: name }).toEqual(told);
  }
  expect(receiver.forged()).toEqual([]);
}
