import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { decodeText } from "@/lib/lending/bank-statements/readers/decode-text";
import { readCamt } from "@/lib/lending/bank-statements/readers/read-camt";
import { requireBalanced } from "@/lib/lending/bank-statements/readers/read-statements";

/** Samples that banks publish, which are not ours to keep: `npm run proof -- statements FILE…`. */
const files = (process.env.STATEMENT_SAMPLES ?? "").split("\n").filter(Boolean);

const rows = files.map((file) => {
  const text = decodeText(readFileSync(file));
  // Theirs are in other currencies, and some do not add up.
  const currency = /<(?:\w+:)?(?:Amt Ccy="|Ccy>)([A-Z]{3})/.exec(text)?.[1] ?? "NGN";
  const read = said(() => readCamt(text, currency));
  if (typeof read === "string") return `${basename(file)}: refused: ${read}`;
  const lines = read.flatMap((one) => one.lines);
  const pending = lines.filter(({ status }) => status === "PENDING").length;
  const sums = said(() => requireBalanced(read)) ?? "adds up, where it says its balances";
  return `${basename(file)}: ${read.length} statements, ${lines.length} lines, ${pending} pending; ${sums}`;
});

/** What is not a refusal has been thrown by now. */
test("foreign samples are read, or refused with the reason", () => expect(rows).toHaveLength(files.length));
test.each(rows)("%s", (row) => expect(row).not.toContain("undefined"));

function said<Read>(read: () => Read): Read | string {
  try {
    return read();
  } catch (error) {
    const { fields } = error as { fields?: { error: string }[] };
    // Anything else than a refusal is ours.
    if (!fields) throw error;
    return fields.map((field) => field.error).join();
  }
}
