import type { Control } from "./control";

export const liveKey = "sk_live_1111111111111111";
export const testKey = "sk_test_1111111111111111";
/** Whose the two keys are, and the books' name for the live side. */
export const integration = 100_043;
export const live = `${integration} live`;

export const ada = { bankCode: "058", number: "0123456789", name: "ADA OKAFOR FOODS" };
export const bola = { bankCode: "044", number: "9876543210", name: "BOLA BAKES LIMITED" };

/** What a test usually starts the stand-in with. */
export const usual = {
  keys: { [liveKey]: integration, [testKey]: integration },
  balances: { [live]: 100_000_000 },
  accounts: [ada, bola],
};

export type Told = {
  /** 0 when there was no answer. */
  status: number;
  headers: Headers;
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered
  body: any;
};

/** Asks as a client would that believes everything. */
export function asker(url: string, key: string | null = liveKey, milliseconds = 5_000) {
  return async (method: string, path: string, body?: object): Promise<Told> => {
    const headers = {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body ? { "content-type": "application/json" } : {}),
    };
    const signal = AbortSignal.timeout(milliseconds);
    let known = new Headers();
    try {
      const answer = await fetch(url + path, {
        method,
        headers,
        signal,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      known = answer.headers;
      const raw = await answer.text();
      const isJson = raw !== "" && known.get("content-type")?.includes("json");
      return { status: answer.status, headers: known, raw, body: isJson ? JSON.parse(raw) : null };
    } catch {
      return { status: 0, headers: known, raw: "", body: null };
    }
  };
}

export type Ask = ReturnType<typeof asker>;

/** Registers an account as a recipient. @returns its code */
export async function recipientFor(ask: Ask, { bankCode, number, name } = ada): Promise<string> {
  const asked = { type: "nuban", name, account_number: number, bank_code: bankCode, currency: "NGN" };
  return (await ask("POST", "/transferrecipient", asked)).body.data.recipient_code;
}

/** Orders a transfer from the balance. */
export async function transfer(ask: Ask, reference: string, amount = 5_000_000, to = ada): Promise<Told> {
  const recipient = await recipientFor(ask, to);
  return ask("POST", "/transfer", { source: "balance", amount, recipient, reference, reason: "Loan" });
}

/** A mandate that its holder has agreed to and made active. @returns its code and reference */
export async function activeMandate(ask: Ask, control: Control, email = "ada@shop.example", of = ada) {
  const asked = { email, channel: "direct_debit", callback_url: "http://127.0.0.1:9/back" };
  const { reference } = (await ask("POST", "/customer/authorization/initialize", asked)).body.data;
  control.mandates.agree(reference, of.bankCode, of.number);
  control.mandates.activate(reference);
  const { authorization_code } = (await ask("GET", `/customer/authorization/verify/${reference}`)).body.data;
  return { reference: String(reference), code: String(authorization_code), email };
}
