import { describe, expect, test } from "vitest";
import { type DojahTold, entity, photograph, scriptedDojah } from "@/test/dojah-script";
import { dojahBureau } from "./bureau";

const [bvn, nin] = ["22345678901", "70123456789"];
const claim = { firstName: "Ada", lastName: "Obi", dateOfBirth: "1985-04-12" };
const yes = { status: true, confidence_value: 100 };
const no = { status: false, confidence_value: 12 };

async function asking(script: Record<string, DojahTold>, tellsBvn = false) {
  const dojah = await scriptedDojah(script);
  const { baseUrl } = dojah;
  return { ...dojah, bureau: dojahBureau({ appId: "app-1", key: "prod_sk_1234567890", baseUrl, tellsBvn }) };
}

/** Fields in the order number, first name, last name, date of birth: = the same, x another, ? not compared. */
const signs = { MATCH: "=", NO_MATCH: "x", NOT_CHECKED: "?" } as const;

describe("a BVN is compared field by field", () => {
  test.each<[name: string, told: unknown, fields: string, outcome: string]>([
    [
      "all of it",
      { bvn: { value: bvn, status: true }, first_name: yes, last_name: yes, date_of_birth: yes },
      "====",
      "MATCH",
    ],
    [
      "as one page has it",
      { bvn: { value: bvn, status: true }, first_name: yes, date_of_birth: { status: true } },
      "==?=",
      "NOT_CHECKED",
    ],
    [
      "as another has it",
      { bvn: { value: bvn, status: true }, first_name: yes, last_name: yes },
      "===?",
      "NOT_CHECKED",
    ],
    ["without the number", { first_name: yes, last_name: yes, date_of_birth: yes }, "?===", "NOT_CHECKED"],
    [
      "a number shown in part",
      { bvn: { value: "2*****78901", status: true }, first_name: yes, last_name: yes, date_of_birth: yes },
      "====",
      "MATCH",
    ],
    [
      "somebody else’s number",
      { bvn: { value: "22345678902", status: true }, first_name: yes, last_name: yes, date_of_birth: yes },
      "????",
      "NOT_CHECKED",
    ],
    [
      "another last name",
      { bvn: { value: bvn, status: true }, first_name: yes, last_name: no, date_of_birth: yes },
      "==x=",
      "NO_MATCH",
    ],
    ["another number alone", { bvn: { value: bvn, status: false } }, "x???", "NO_MATCH"],
    [
      "words that disagree",
      {
        bvn: { status: true },
        first_name: { status: true, confidence_value: 40 },
        last_name: { status: false, confidence_value: 99 },
        date_of_birth: yes,
      },
      "=??=",
      "NOT_CHECKED",
    ],
    [
      "wrong types",
      { bvn: { status: "true" }, first_name: { status: 1 }, last_name: "OBI", date_of_birth: null },
      "????",
      "NOT_CHECKED",
    ],
    [
      "a register’s entry in its place",
      { bvn, first_name: "ADA", last_name: "OBI", date_of_birth: "12-Apr-1985", image: photograph },
      "????",
      "NOT_CHECKED",
    ],
    ["nothing", {}, "????", "NOT_CHECKED"],
  ])("%s", async (_, told, fields, outcome) => {
    const { bureau, asked } = await asking({ "/api/v1/kyc/bvn": entity(told) });
    const found = await bureau.verify({ ...claim, identityType: "BVN", identityNumber: bvn });
    const { number, firstName, lastName, dateOfBirth } = found.fields;
    expect([number, firstName, lastName, dateOfBirth].map((one) => signs[one]).join("")).toBe(fields);
    expect(found).toMatchObject({ outcome, silence: null });
    expect(asked).toEqual([
      {
        path: "/api/v1/kyc/bvn",
        query: { bvn, first_name: "Ada", last_name: "Obi", dob: "1985-04-12" },
        appId: "app-1",
        key: "prod_sk_1234567890",
      },
    ]);
  });
});

describe("a NIN is compared with what its register has", () => {
  test.each<[firstName: string, lastName: string, told: Record<string, unknown>, fields: string]>([
    [
      "Ada",
      "Obi",
      { nin, first_name: "ADA", last_name: "OBI", date_of_birth: "1985-04-12", image: photograph },
      "====",
    ],
    ["Ada", "Obi", { nin, firstname: "Ada", surname: "Obi", birthdate: "12-04-1985", photo: photograph }, "===="],
    ["Ada", "Obi", { nin, first_name: "ADA", surname: "OBI", birth_date: "12/04/1985" }, "===="],
    ["Ada", "Obi", { first_name: "ADA", middle_name: "NGOZI" }, "?=??"],
    ["Ada Ngozi", "Obi", { nin, first_name: "ADA", middle_name: "NGOZI", last_name: "OBI" }, "===?"],
    ["Ngozi", "Obi", { nin, first_name: "ADA", middle_name: "NGOZI", last_name: "OBI" }, "=x=?"],
    ["Adá", "Òbí", { nin, first_name: "ada", last_name: "obi", date_of_birth: "12-April-1985" }, "===="],
    ["Ɗanladi", "'Yar'Adua", { nin, first_name: "DANLADI", last_name: "YARADUA" }, "===?"],
    ["Ada", "Obi-Okeke", { nin, first_name: "ADA", last_name: "OKEKE OBI" }, "===?"],
    ["Ada", "Obi", { nin, first_name: "ADA", last_name: "OBI OKEKE" }, "==x?"],
    ["Ada", "Obi", { nin, first_name: "OBI", last_name: "ADA", date_of_birth: "1985-04-12" }, "=xx="],
    ["Ada", "Obi", { nin, first_name: "ADA", firstname: "EVE", last_name: "OBI" }, "=?=?"],
    ["Ada", "Obi", { nin, first_name: 7, last_name: ["OBI"], date_of_birth: {} }, "=???"],
    ["Ada", "Obi", { nin, first_name: "ADA", last_name: "OBI", date_of_birth: "1985-04-13" }, "===x"],
    // With the month first it would be the same day: who knows.
    ["Ada", "Obi", { nin, first_name: "ADA", last_name: "OBI", date_of_birth: "04-12-1985" }, "===?"],
    ["Ada", "Obi", { nin, first_name: "ADA", last_name: "OBI", date_of_birth: "12.4.85" }, "===?"],
    ["Ada", "Obi", { nin, first_name: "ADA", last_name: "OBI", date_of_birth: "****" }, "===?"],
    ["Ada", "Obi", { nin: "70123456780", first_name: "ADA", last_name: "OBI", date_of_birth: "1985-04-12" }, "????"],
  ])("%s %s and %j: %s", async (firstName, lastName, told, fields) => {
    const { bureau } = await asking({ "/api/v1/kyc/nin": entity(told) });
    const found = await bureau.verify({ ...claim, firstName, lastName, identityType: "NIN", identityNumber: nin });
    const { number, dateOfBirth, ...names } = found.fields;
    expect([number, names.firstName, names.lastName, dateOfBirth].map((one) => signs[one]).join("")).toBe(fields);
    const sign = fields.includes("x") ? "NO_MATCH" : fields === "====" ? "MATCH" : "NOT_CHECKED";
    expect(found.outcome).toBe(sign);
    // What the register has beyond the comparison is gone.
    expect(JSON.stringify(found)).not.toMatch(/ADA|OBI|4AAQ|1985/i);
  });
});

test("a number that the register does not know is another; what is worded otherwise says nothing", async () => {
  const { bureau, script } = await asking({ "/api/v1/kyc/bvn": { status: 400, body: { error: "BVN not found" } } });
  const given = { ...claim, identityType: "BVN", identityNumber: bvn } as const;
  const fields = { number: "NO_MATCH", firstName: "NOT_CHECKED", lastName: "NOT_CHECKED", dateOfBirth: "NOT_CHECKED" };
  expect(await bureau.verify(given)).toEqual({ outcome: "NO_MATCH", silence: null, fields });
  for (const error of ["App not found", "Endpoint not found", "bvn is not valid", { bvn: "not found" }]) {
    script["/api/v1/kyc/bvn"] = { status: 400, body: { error } };
    expect(await bureau.verify(given)).toMatchObject({ outcome: "NOT_CHECKED", silence: "UNCLEAR" });
  }
});

test("of a passport nobody is asked", async () => {
  const { bureau, asked } = await asking({});
  const given = { ...claim, identityType: "PASSPORT", identityNumber: "A12345678" } as const;
  expect(await bureau.verify(given)).toMatchObject({ outcome: "NOT_CHECKED", silence: null });
  expect(asked).toEqual([]);
});

describe("who has a number", () => {
  const ada = { first_name: "ADA", middle_name: "", last_name: "OBI", image: photograph, email: "ada@foods.example" };

  test("by BVN is asked only where a setting says that the consent covers it", async () => {
    const script = {
      "/api/v1/kyc/bvn/full": entity({ ...ada, bvn, date_of_birth: "12-Apr-1985", phone_number1: "08031234567" }),
    };
    const off = await asking(script);
    expect(await off.bureau.findPerson("BVN", bvn)).toBe("NOT_ASKED");
    expect(off.asked).toEqual([]);
    const on = await asking(script, true);
    expect(await on.bureau.findPerson("BVN", bvn)).toEqual({
      firstName: "ADA",
      middleName: null,
      lastName: "OBI",
      dateOfBirth: "1985-04-12",
      nationality: "",
      address: null,
      phoneNumber: "+2348031234567",
    });
  });

  test("by NIN is told without the photograph, and not in part", async () => {
    const told = { ...ada, nin, birthdate: "1985-04-12", nationality: "nigeria", telephoneno: "2348031234567" };
    const { bureau, script } = await asking({ "/api/v1/kyc/nin": entity(told) });
    expect(await bureau.findPerson("NIN", nin)).toMatchObject({
      nationality: "Nigerian",
      phoneNumber: "+2348031234567",
    });
    expect(JSON.stringify(await bureau.findPerson("NIN", nin))).not.toMatch(/4AAQ|foods/);
    for (const other of [
      { ...told, nin: "70123456780" },
      { ...told, birthdate: undefined },
      { ...told, last_name: 1 },
    ]) {
      script["/api/v1/kyc/nin"] = entity(other);
      await expect(bureau.findPerson("NIN", nin)).rejects.toThrow("Dojah did not answer: UNCLEAR");
    }
    script["/api/v1/kyc/nin"] = { status: 404, body: { error: "NIN not found" } };
    expect(await bureau.findPerson("NIN", nin)).toBeNull();
  });
});
