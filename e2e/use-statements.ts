import type { Client } from "@/e2e/client";

const csv = "Date,Amount,Text\n2026-07-14,7000.00,for my loan\n2026-07-15,-52.50,SMS charge\n";
const columns = { date: "Date", amount: "Amount", text: ["Text"], dateFormat: "YYYY-MM-DD" };

/** A live lender's bank account and its statements, by one operator and by two where it takes two. */
export async function useStatements(first: Client, second: Client, lenderId: string): Promise<void> {
  const accounts = `/api/lenders/${lenderId}/accounts`;
  const reason = "Tried out.";
  const account = { bankCode: "058", accountNumber: anyNumber(), holder: "Harmattan Credit", collects: true, reason };
  for (const body of ["{", {}, { ...account, accountNumber: "1" }]) await first.call("POST", accounts, { body });
  const proposed = await first.ask("POST", accounts, { body: account });
  await second.ask("POST", `/api/ops/proposals/${proposed.id}/approve`, {
    body: { evidenceDigest: proposed.evidenceDigest },
  });
  const { data } = await first.ask("GET", accounts);
  const at = `${accounts}/${data[0].id}/statements`;
  const rules = [{ words: "sms", as: "FEE", atMost: 60 }];
  await first.call("GET", `${at}/format`);
  await first.ask("PUT", `${at}/format`, { body: { format: "CSV", columns, rules } });
  for (const body of ["{", {}, { format: "CSV" }]) await first.call("PUT", `${at}/format`, { body });
  await first.ask("GET", `${at}/format`);
  const content = Buffer.from(csv).toString("base64");
  const { digest } = await first.ask("POST", at, { body: { content, preview: true } });
  for (const body of ["{", {}, { content }, { content: "eA==", preview: true }, { content, digest: "another" }]) {
    await first.call("POST", at, { body });
  }
  await first.ask("POST", at, { body: { content, digest } });
  await first.ask("GET", `${at}?limit=1`);
  const waiting = await first.ask("GET", `${at}/lines?state=WAITS`);
  for (const path of [`${at}?limit=0`, `${at}/lines?state=LOST`]) await first.call("GET", path);
  const line = `${at}/lines/${waiting.data[0].id}`;
  for (const body of ["{", {}, { loanId: "loan_nothing", as: "DIRECT", reason }]) {
    await first.call("POST", `${line}/book`, { body });
  }
  for (const body of ["{", {}]) await first.call("POST", `${line}/dismiss`, { body });
  await first.ask("POST", `${line}/dismiss`, { body: { reason } });
  const end = `${accounts}/${data[0].id}/end`;
  for (const body of ["{", {}]) await first.call("POST", end, { body });
  await first.ask("POST", end, { body: { reason } });
}

/** Of an account that no other run has. */
function anyNumber(): string {
  return String(Date.now()).slice(-10);
}
