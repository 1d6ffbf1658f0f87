import { csvColumns } from "./statements.mjs";

/** The lender's account with the provider, and its key there, which nobody else knows. */
const integration = 300_001;
const secretKey = `sk_live_${"5".repeat(40)}`;
/** As the provider's books call it. */
export const owner = `${integration} live`;

const bankCode = "058";
/** In kobo: what a lender has where it pays from. */
const funds = 500_000_000;

/** In naira: little enough that one loan which is not remitted reaches it. */
const mostUnremitted = 50_000;

const charges = [
  { words: "transfer charge", as: "FEE", atMost: 100 },
  { words: "direct debit charge", as: "FEE", atMost: 200 },
  { words: "stamp duty", as: "DUTY", atMost: 50 },
];

/**
 * A lender of test data, whose rail is the bank of the sandbox, and two live ones, each with a rail, a bank account that
 * collects, and a way in which its statements are read. Those lend on different tenors, so that whoever asks says by that which
 * of them it is.
 * @param {import("./world.mjs").World} world
 */
export async function addLenders(world) {
  const { paystack } = world;
  const inTest = await addInTest(world);
  await paystack.control.keys.add(secretKey, integration);
  await paystack.control.money.topUp(owner, funds);
  const overProvider = await addLender(world, "PAYSTACK", { name: "Harmattan Credit", tenorDays: 90 });
  const byHand = await addLender(world, "BY_HAND", { name: "Savannah Lending", tenorDays: 30 });
  const reason = "As agreed with the lender.";
  await world.byTwo("PUT", `/api/lenders/${overProvider.id}/rail`, { kind: "PAYSTACK", secretKey, reason });
  const rail = { kind: "BY_HAND", accountId: byHand.accountId, dayLimit: 100_000, reason };
  await world.byTwo("PUT", `/api/lenders/${byHand.id}/rail`, rail);
  const events = `${world.service.address}/api/providers/paystack/${overProvider.id}/live`;
  await paystack.control.webhooks.setUrl(owner, events);
  return { inTest, overProvider, byHand, opening: { bank: funds, provider: funds } };
}

/**
 * @param {import("./world.mjs").World} world
 * @param {{ environment: string, name: string, products: object[] }} about
 * @returns {Promise<string>} its id
 */
function found({ operators: [first], eventually }, about) {
  const { environment, name } = about;
  const limits = { minimumPrincipal: 5_000, maximumPrincipal: 2_000_000, minimumDeduction: 100 };
  const body = { ...about, ...limits, limits: { unremitted: mostUnremitted } };
  return eventually(`there is the lender ${name}`, async () => {
    const { data } = await first.ask("GET", `/api/lenders?environment=${environment}`);
    const known = data.find((/** @type {{ name: string }} */ one) => one.name === name);
    return known?.id ?? ((await first.ask("POST", "/api/lenders", { body, once: true })) && null);
  });
}

const terms = { riskTier: "A", lowestDeduction: 6, highestDeduction: 25, ratePer30Days: 1.7 };

/** @param {import("./world.mjs").World} world */
async function addInTest(world) {
  const name = "Sandbox Lender";
  const products = ["A", "B", "C"].flatMap((riskTier) =>
    [30, 90, 120, 365].map((tenorDays) => ({ ...terms, riskTier, tenorDays })),
  );
  return { name, id: await found(world, { environment: "test", name, products }) };
}

/**
 * @param {import("./world.mjs").World} world
 * @param {"PAYSTACK" | "BY_HAND"} kind
 * @param {{ name: string, tenorDays: number }} about
 * @returns {Promise<import("./world.mjs").Lender>}
 */
async function addLender(world, kind, { name, tenorDays }) {
  const {
    operators: [first],
    bank,
    byTwo,
  } = world;
  const id = await found(world, { environment: "live", name, products: [{ ...terms, tenorDays }] });
  const number = kind === "BY_HAND" ? "3000000002" : "3000000001";
  bank.open(number, funds);
  const path = `/api/lenders/${id}/accounts`;
  const account = { bankCode, accountNumber: number, holder: name, collects: true, reason: "In writing." };
  await byTwo("POST", path, account);
  const accountId = (await first.ask("GET", path)).data.find(
    (/** @type {{ accountNumber: string }} */ one) => one.accountNumber === number,
  ).id;
  const format = kind === "BY_HAND" ? { format: "CAMT053" } : { format: "CSV", columns: csvColumns };
  await first.ask("PUT", `${path}/${accountId}/statements/format`, { body: { ...format, rules: charges } });
  return { id, kind, name, accountId, number };
}
