import { describe, expect, test } from "vitest";
import { banks } from "@/lib/terms/banks";
import { data, scriptedPaystack, type Told } from "@/test/paystack-script";
import { findPaystackCode, knownBanks, type ListedBank, listBanks, ourCode, paystackCode } from "./banks";
import { abilityAt, checkBanks } from "./check-banks";

const key = "sk_live_0123456789abcdef";
const bank = (code: string, name: string, nipCode: string | null = null, change: object = {}): ListedBank => ({
  ...{ code, name, nipCode, active: true, transfers: true, directDebit: null },
  ...change,
});
const list = [
  bank("058", "Guaranty Trust Bank", "000013"),
  bank("801", "Abbey Mortgage Bank", "070010"),
  bank("50211", "Kuda Bank", "090267"),
  bank("120001", "9mobile 9Payment Service Bank"),
];

describe("Paystack's code of one of our banks", () => {
  test("is the Central Bank's, with or without a list", () => {
    expect([paystackCode("058", list), paystackCode("058", null)]).toEqual(["058", "058"]);
  });

  test("is found by the inter-bank code, by the same code, or in the small table, and is not guessed", () => {
    const found = ["070010", "120001", "100004", "090832"].map((code) => paystackCode(code, list));
    expect(found).toEqual(["801", "120001", "999992", null]);
    expect([paystackCode("070010", null), paystackCode("090267", null)]).toEqual([null, "50211"]);
  });

  test("is the active one where a bank is listed twice", () => {
    const twice = [bank("526", "Parallex", "000030", { active: false }), bank("104", "Parallex Bank", "000030")];
    expect(paystackCode("000030", twice)).toBe("104");
    expect(paystackCode("000030", twice.slice(0, 1))).toBe("526");
  });

  test("leads back to ours", () => {
    const theirs = ["058", "801", "50211", "120001", "063", "035A", "999992", "12345"];
    expect(theirs.map((code) => ourCode(code, list))).toEqual([
      "058",
      "070010",
      "090267",
      "120001",
      "044",
      "035",
      "100004",
      null,
    ]);
    for (const { code } of banks) {
      const back = paystackCode(code, null);
      if (back) expect(ourCode(back, null)).toBe(code);
    }
  });
});

describe("the list", () => {
  const row = (change: object) => ({ name: "Kuda Bank", code: "50211", active: true, ...change });
  const listed = async (...told: Told[]) => {
    const { baseUrl, asked } = await scriptedPaystack({ "GET /bank": told });
    return { banks: await listBanks({ key, baseUrl }), asked };
  };

  test("is read to its end, page by page, each bank once", async () => {
    const second = data([row({ code: "058", name: "GTB" }), row({})], { next: null });
    const { banks, asked } = await listed(data([row({})], { next: "b" }), second);
    expect(banks?.map(({ code }) => code)).toEqual(["50211", "058"]);
    expect(asked.map(({ query }) => query.get("next"))).toEqual([null, "b"]);
    expect(asked[0]?.query.get("include_nip_sort_code")).toBe("true");
  });

  test("ends where a page brings nothing new, whatever it says of a next one", async () => {
    let page = 0;
    const pages = [1, 2, 3].map(() => data([row({})], { next: `page ${page++}` }));
    expect((await listed(...pages)).asked).toHaveLength(2);
  });

  test("says what a bank can do, or that it is not known", async () => {
    const { banks } = await listed(
      data([
        row({ supports_transfer: true, available_for_direct_debit: false, nip_sort_code: "090267" }),
        row({ code: "1", gateway: "digitalbankmandate" }),
        row({ code: "2", gateway: "ibank", is_deleted: true }),
        row({ code: "3", gateway: null, supports_transfer: null, nip_sort_code: 13 }),
        { name: "nothing" },
        null,
      ]),
    );
    expect(banks).toMatchObject([
      { code: "50211", nipCode: "090267", active: true, transfers: true, directDebit: false },
      { code: "1", nipCode: null, active: true, transfers: null, directDebit: true },
      { code: "2", active: false, directDebit: false },
      { code: "3", nipCode: "000013", transfers: null, directDebit: null },
    ]);
  });

  test("that does not come whole is none", async () => {
    for (const told of [{ status: 500 }, data({}), data([])]) expect((await listed(told)).banks).toBeNull();
    expect((await listed(data([row({})], { next: "b" }), { status: 500 })).banks).toBeNull();
  });

  test("is asked for once and kept; an old one serves while there is no new one", async () => {
    const { baseUrl, asked } = await scriptedPaystack({
      "GET /bank": [{ status: 500 }, data([row({ nip_sort_code: "090270" })])],
    });
    const access = { key, baseUrl };
    expect(await findPaystackCode(access, "090270")).toBe("NO_ANSWER");
    expect(await findPaystackCode(access, "090270")).toBe("50211");
    expect(await findPaystackCode(access, "090832")).toBe("NOT_LISTED");
    expect(await findPaystackCode(access, "044")).toBe("044");
    expect(await knownBanks(access)).toHaveLength(1);
    expect(asked).toHaveLength(2);
  });
});

test("what a bank can do", () => {
  const able = [
    ...list,
    bank("50515", "Moniepoint", "090405", { directDebit: true }),
    bank("011", "FBN", null, { active: false }),
  ];
  expect(abilityAt("090405", able)).toEqual({ listed: true, transfers: true, directDebit: true });
  const nothing = { listed: false, transfers: false, directDebit: false };
  expect([abilityAt("011", able), abilityAt("044", able)]).toEqual([nothing, nothing]);
});

test("the check names what differs, and what we do not have", () => {
  const ours = (code: string, name: string, alsoCalled: string[] = []) =>
    ({ code, name, kind: "COMMERCIAL", alsoCalled }) as const;
  const check = checkBanks(
    [
      ...list,
      bank("302", "TAJ Bank"),
      bank("050", "Palace Bank"),
      bank("999", "New Bank"),
      bank("044", "Access Bank", null, { transfers: false }),
      bank("998", "Old", null, { active: false }),
    ],
    [
      ours("058", "GTB", ["Guaranty"]),
      ours("000026", "TAJBank"),
      ours("070010", "Abbey Mortgage Bank"),
      ours("090267", "Kuda"),
      ours("120001", "9 Payment Service Bank", ["9mobile"]),
      ours("050", "Ecobank"),
      ours("044", "Access Bank"),
      ours("023", "Citibank"),
    ],
  );
  expect(check.agreeing).toBe(5);
  expect(check.differences.map(({ code, problem, theirs }) => [code, problem, theirs?.name ?? null])).toEqual([
    ["050", "NAMED_OTHERWISE", "Palace Bank"],
    ["044", "NO_TRANSFERS", "Access Bank"],
    ["023", "NOT_LISTED", null],
  ]);
  expect(check.unknown.map(({ code }) => code)).toEqual(["999"]);
});
