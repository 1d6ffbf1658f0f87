import { expect, test } from "vitest";
import { fieldErrors, parseInput } from "@/lib/kernel/validation";
import { merchantRecord, salesDataRecord } from "@/lib/terms/merchant-data/schema";
import { merchantRecord as goodRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { checkRecord } from "./check-record";

const good = () => JSON.parse(JSON.stringify(goodRecord()));

test("unknown fields stay, at every level", () => {
  const record = good();
  record.extra = { deep: [1, { x: "y" }] };
  for (const group of Object.keys(record).filter((name) => !["extra", "monthlySalesHistory"].includes(name)))
    record[group].extra = { kept: true };
  record.monthlySalesHistory[0].extra = [null];
  expect(merchantRecord.parse(record)).toEqual(record);
});

test("a __proto__ in the body pollutes nothing", () => {
  const record = JSON.parse(JSON.stringify(good()).replace("{", '{"__proto__":{"polluted":true},'));
  const parsed = merchantRecord.parse(record);
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  expect({}).not.toHaveProperty("polluted");
});

test.each<[string, (record: ReturnType<typeof good>) => void, string]>([
  ["the record", (record) => Object.assign(record, { currency: "USD" }), "currency"],
  ["a group that is not known", (record) => Object.assign(record, { other: { currency: "USD" } }), "other.currency"],
  [
    "a field of a group, deep in it",
    (record) => Object.assign(record.salesPerformance, { extra: [{ fees: { currency: "usd" } }] }),
    "salesPerformance.extra.0.fees.currency",
  ],
  [
    "a field of a month",
    (record) => Object.assign(record.monthlySalesHistory[3], { by: { web: { currency: 566 } } }),
    "monthlySalesHistory.3.by.web.currency",
  ],
])("a currency other than the naira is refused in %s, in a record by itself and in a batch", (_, change, field) => {
  const record = good();
  change(record);
  const errors = [{ field, error: "Must be NGN" }];
  expect(checkRecord(record, now())).toEqual({ errors });
  const { success, error } = parseInput(salesDataRecord, record);
  expect(success).toBe(false);
  expect(error && fieldErrors(error, record, "body")).toEqual(errors);
});

test("the naira, no currency and words like it stay where they are", () => {
  const record = good();
  record.other = { currency: "NGN", list: [{ currency: null }], currencies: ["USD"], said: "currency: USD" };
  expect(checkRecord(record, now())).toEqual({ record });
});
