import { type Lending, reportsOf } from "@/e2e/lending";

const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const hour = 3_600_000;

/** A loan with two deductions, and a settlement that names the first and says that more was deducted than it was. */
export async function settledLoan(lending: Lending, id: string) {
  const borrower = await lending.borrow(id);
  const reports = reportsOf(borrower);
  await lending.send("repayment", reports.deducted(`${id}-1`, 3_000));
  await lending.send("repayment", reports.deducted(`${id}-2`, 1_000));
  const figures = { reference: `${id}-week`, net_amount: 96_000, currency: "NGN" };
  const period = { period_start: at(-hour), period_end: at(hour) };
  const created = { ...figures, gross_amount: 100_000, total_deductions: 3_000, ...period };
  const merchant = { marketplace_id: id };
  await lending.send("settlement", { event: "settlement.created", event_id: `${id}-c`, merchant, settlement: created });
  const paid = { transferred_at: at(0), transfer_reference: "T-1", deduction_references: [`${id}-1`] };
  const settlement = { ...figures, ...paid };
  await lending.send("settlement", { event: "settlement.transferred", event_id: `${id}-t`, merchant, settlement });
  return borrower;
}
