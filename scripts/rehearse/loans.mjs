/**
 * @typedef {import("./world.mjs").World} World
 * @typedef {import("./people.mjs").Merchant} Merchant
 * @typedef {import("./world.mjs").Lender} Lender
 * @typedef {{ merchant: Merchant, lender: Lender, loanId: string }} Loan
 */

/** In naira. */
export const principal = 120_000;

/**
 * A merchant's KYC is approved, it asks for money, accepts the offer and names its account.
 * @param {World} world @param {Merchant} merchant @param {Lender} lender
 * @returns {Promise<Loan>}
 */
export async function agreeOn({ eventually, operators: [, second], terminal, paystack }, merchant, lender) {
  await eventually(`${merchant.name} may borrow`, async () => {
    const { kyc } = await merchant.status();
    if (kyc?.status === "APPROVED") return true;
    const noted = { as: second.email, note: "As the documents show." };
    await terminal(["kyc", "approve", merchant.merchantId], noted, [second.password]).catch(() => {});
    return false;
  });
  const loanId = await ask({ eventually }, merchant, lender);
  await merchant.act(loanId, "POST", "/accept", { termsRead: true });
  const { bankCode, number } = merchant.account;
  await paystack.control.accounts.set({ bankCode, number, name: merchant.businessName });
  await merchant.act(loanId, "PUT", "/payout-account", { bankCode, accountNumber: number });
  return { merchant, lender, loanId };
}

/** Asks a lender for money. @param {Pick<World, "eventually">} world @param {Merchant} merchant @param {Lender} lender */
export async function ask({ eventually }, merchant, lender) {
  await merchant.fund({ amountRequested: principal, tenorDays: lender.kind === "BY_HAND" ? 30 : 90 });
  return eventually(`${merchant.name} has an offer`, async () => {
    const [request] = (await merchant.status()).fundingRequests;
    if (request.status === "REJECTED") throw new Error(`${merchant.name} got no offer: ${request.failureReason}`);
    return request.status === "FULFILLED" ? String(request.loanId) : null;
  });
}

/** The mandate: at the provider's page, or on paper. @param {World} world @param {Loan} loan */
export async function giveMandate({ byTwo, eventually, operators: [first], paystack, sql }, loan) {
  const { merchant, lender, loanId } = loan;
  const { url } = await merchant.act(loanId, "POST", "/mandate");
  const reason = "As the lender's online banking shows.";
  if (lender.kind === "BY_HAND") {
    const path = `/api/ops/loans/${loanId}`;
    await first.ask("POST", `${path}/show-account`);
    await merchant.sendForm(loanId);
    const bankReference = `MND${merchant.account.number}`;
    await byTwo("POST", `${path}/mandate`, { bankReference, reason });
    await byTwo("POST", `${path}/account-name`, { holder: "NAMED", accountName: merchant.businessName, reason });
    return;
  }
  const accessCode = String(url).split("/").at(-1) ?? "";
  await paystack.control.mandates.agree(accessCode, merchant.account.bankCode, merchant.account.number);
  await eventually(`the mandate of ${merchant.name} is active`, async () => {
    const [mandate] = await sql`select status from mandates where loan_id = ${loanId} and status = 'ACTIVE'`;
    return mandate;
  });
}

/** Waits until a loan is in a state. @param {World} world @param {Loan} loan @param {string} status */
export async function becomes({ eventually, say }, { merchant, loanId }, status) {
  const loan = await eventually(`the loan of ${merchant.name} is ${status}`, async () => {
    const found = await merchant.loan(loanId);
    return found.status === status && found;
  });
  say(`The loan of ${merchant.name} is ${status}`);
  return loan;
}

/**
 * The marketplace reports what it took of a sale.
 * @param {Pick<World, "clock">} world @param {Loan} loan @param {string} reference @param {number} amount naira
 */
export async function deduct({ clock }, { merchant, loanId }, reference, amount) {
  const { market, name, merchantId } = merchant;
  const at = clock.now().toISOString();
  await market.tell("repayment", {
    ...{ event: "repayment.deducted", event_id: `${name}-${reference}`, timestamp: at },
    ...{ merchant: { marketplace_id: name, service_id: merchantId }, loan: { service_id: loanId } },
    deduction: { reference: `${name}-${reference}`, amount, currency: "NGN", deducted_at: at },
  });
}

/**
 * It pays its merchant the rest.
 * @param {World} world
 * @param {Loan} loan
 * @param {{ reference: string, gross: number, deducted: Record<string, number> }} about naira
 */
export async function settle({ clock }, { merchant }, { reference, gross, deducted }) {
  const { market, name } = merchant;
  const total = Object.values(deducted).reduce((sum, one) => sum + one, 0);
  const figures = { reference: `${name}-${reference}`, net_amount: gross - total, currency: "NGN" };
  const at = (/** @type {number} */ ms) => new Date(clock.now().getTime() + ms).toISOString();
  const about = { merchant: { marketplace_id: name } };
  await market.tell("settlement", {
    ...{ event: "settlement.created", event_id: `${name}-${reference}-1`, ...about },
    settlement: {
      ...{ ...figures, gross_amount: gross, total_deductions: total },
      ...{ period_start: at(-86_400_000), period_end: at(0) },
    },
  });
  await market.tell("settlement", {
    ...{ event: "settlement.transferred", event_id: `${name}-${reference}-2`, ...about },
    settlement: {
      ...{ ...figures, transferred_at: at(0), transfer_reference: `${name}-${reference}` },
      deduction_references: Object.keys(deducted).map((one) => `${name}-${one}`),
    },
  });
}
