import { expect, test } from "vitest";
import { merchantRecord as goodRecord } from "@/test/factories/merchant-record";
import { merchantRecord } from "./schema";

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
