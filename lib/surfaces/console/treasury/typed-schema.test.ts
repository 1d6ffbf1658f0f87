import { expect, test } from "vitest";
import { csvColumns } from "@/lib/terms/bank-statements/schema";
import { formatOf, formatTyped, typedOf } from "./typed-schema";

test("a format that is saved as it was shown stays as it was, also what the form does not show", () => {
  const stored = csvColumns.parse({
    ...{ date: "Trans Date", dateFormat: "DD/MM/YYYY", debit: "Out", credit: "In", text: ["Narration", "To, from"] },
    ...{ valueDate: "Value", counterparty: "Payee", account: "Account", reference: "Ref" },
    ...{ delimiter: ";", decimalMark: ",", thousandsMark: ".", skipFirst: 4, skipLast: 2 },
  });
  const save = (change: object) =>
    csvColumns.parse(formatOf(formatTyped.parse({ format: "CSV", ...typedOf(stored), ...change }), stored).columns);
  expect(save({})).toEqual(stored);
  expect(save({ date: "Day" })).toEqual({ ...stored, date: "Day" });
  const { reference, ...without } = stored;
  expect(save({ reference: undefined })).toEqual(without);
  expect(save({ text: "Details, Remarks" })).toEqual({ ...stored, text: ["Details", "Remarks"] });
  expect(formatOf({ format: "CAMT053" }, stored)).toEqual({ format: "CAMT053" });
});
