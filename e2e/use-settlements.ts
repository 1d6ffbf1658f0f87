import { api, type Client, type Json } from "./client";
import { helpers, type Lending } from "./lending";

/** One settlement that agrees with what was reported, and one whose figures do not add up. */
export async function useSettlements({ send }: Lending): Promise<void> {
  const merchant = { marketplace_id: "documented-loan" };
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const figures = { reference: "documented-loan", net_amount: 70_000, currency: "NGN" };
  const period = { period_start: at(-3_600_000), period_end: at(60_000) };
  const created = { ...figures, gross_amount: 100_000, total_deductions: 30_000, ...period };
  const transferred = { ...figures, transferred_at: at(0), transfer_reference: "T-1", deduction_references: ["D-1"] };
  const short = { ...created, reference: "documented-short", total_deductions: 0, period_start: at(-1) };
  const events: Json[] = [
    { event: "settlement.created", event_id: "documented-1", merchant, settlement: created },
    { event: "settlement.transferred", event_id: "documented-2", merchant, settlement: transferred },
    { event: "settlement.created", event_id: "documented-3", merchant, settlement: short },
  ];
  for (const event of events) await send("settlement", event);
}

/** Mends the settlement whose figures do not add up, rightly and wrongly, and before that answers its break. */
export async function useAnswers(client: Client): Promise<void> {
  const { data } = await client.ask("GET", `${api}/settlements?merchantId=documented-loan&limit=1`);
  const id = data[0].openBreaks[0];
  const answer = { reason: "OTHER_CHARGES", note: "A fee." };
  const decision = { resolution: "ACCEPTED", note: "Seen." };
  await client.call("POST", `${api}/breaks/${id}/resolve`, { body: decision });
  for (const one of [id, "brk_nothing"]) {
    for (const body of [answer, {}, "{"]) await client.call("POST", `${api}/breaks/${one}/answer`, { body });
  }
  for (const one of [id, "brk_nothing"]) {
    for (const body of [decision, { ...decision, resolution: "EXPLAINED" }, {}, "{"]) {
      await client.call("POST", `${helpers}/breaks/${one}/decide`, { body });
    }
  }
  await client.call("POST", `${api}/breaks/${id}/answer`, { body: answer });

  const correction = { netAmount: 100_000, reason: "Typed wrongly." };
  for (const reference of ["documented-short", "nothing"]) {
    for (const body of [{ ...correction, deductionReferences: [] }, correction, {}, "{"]) {
      await client.call("POST", `${api}/settlements/${reference}/correct`, { body });
    }
  }
}
