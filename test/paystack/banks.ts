import { found, missing, page, refused } from "./answers";
import type { Route } from "./request";
import type { Bank } from "./state";

/** Paystack's code, name, and how it debits there. */
const listed: [code: string, name: string, gateway: Bank["gateway"]][] = [
  ["044", "Access Bank", "emandate"],
  ["050", "Ecobank Nigeria", "emandate"],
  ["070", "Fidelity Bank", "emandate"],
  ["011", "First Bank of Nigeria", "emandate"],
  ["214", "First City Monument Bank", "emandate"],
  ["058", "Guaranty Trust Bank", "digitalbankmandate"],
  ["50211", "Kuda Bank", null],
  ["50515", "Moniepoint MFB", null],
  ["999992", "OPay Digital Services Limited (OPay)", null],
  ["999991", "PalmPay", null],
  ["221", "Stanbic IBTC Bank", "emandate"],
  ["032", "Union Bank of Nigeria", "emandate"],
  ["033", "United Bank For Africa", "emandate"],
  ["035", "Wema Bank", "emandate"],
  ["057", "Zenith Bank", "emandate"],
];

/** A bank as the list shows it: it takes transfers, and debits where it has a way to. */
export function bank(code: string, name: string, more: Partial<Bank> = {}): Bank {
  const gateway = more.gateway ?? null;
  return {
    ...{ name, slug: name.toLowerCase().replace(/[^a-z0-9]+/g, "-"), code, longcode: "" },
    ...{ gateway, pay_with_bank: gateway !== null, supports_transfer: true },
    ...{ available_for_direct_debit: gateway !== null, active: true, is_deleted: false, ...more },
  };
}

export const usualBanks = () => listed.map(([code, name, gateway]) => bank(code, name, { gateway }));

const shown = (one: Bank, index: number) => ({
  ...one,
  country: "Nigeria",
  currency: "NGN",
  type: "nuban",
  id: index + 1,
  createdAt: "2016-07-14T10:04:29.000Z",
  updatedAt: "2025-09-24T08:33:24.000Z",
});

export const bankRoutes: Route[] = [
  [
    "GET",
    /^\/bank$/,
    ({ state, query }) => {
      const filters = ["pay_with_bank", "gateway"] as const;
      const country = query.get("country") ?? "nigeria";
      const list = state.banks
        .map(shown)
        .filter((one) => country.toLowerCase() === "nigeria" && (query.get("currency") ?? "NGN") === one.currency)
        .filter((one) => filters.every((name) => (query.get(name) ?? String(one[name])) === String(one[name])));
      if (["use_cursor", "perPage", "page"].some((name) => query.has(name))) {
        const { data, meta } = page(list, query);
        return found("Banks retrieved", data, query.get("use_cursor") === "true" ? { meta } : {});
      }
      return found("Banks retrieved", list);
    },
  ],
  [
    "GET",
    /^\/bank\/resolve$/,
    ({ state, query }) => {
      const [number, code] = [query.get("account_number") ?? "", query.get("bank_code") ?? ""];
      if (!number) return missing("Account number");
      if (!code) return missing("Bank code");
      const at = state.bank(code);
      const next = "Use the list banks endpoint to get all available banks";
      if (!at) return refused(400, `Unknown bank code: ${code}`, "invalid_bank_code", next);
      const account = state.account(code, number);
      if (!account)
        return refused(
          422,
          "Could not resolve account name. Check parameters or try again.",
          "invalid_account_number",
          "Check the account number and the bank code",
        );
      return found("Account number resolved", {
        account_number: number,
        account_name: account.name,
        bank_id: state.banks.indexOf(at) + 1,
      });
    },
  ],
];
