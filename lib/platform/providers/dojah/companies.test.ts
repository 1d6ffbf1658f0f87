import { expect, test } from "vitest";
import { entity, scriptedDojah } from "@/test/dojah-script";
import { dojahBureau } from "./bureau";

const path = "/api/v1/kyc/cac/basic";
const claim = { number: "RC1234567", businessName: "Ada Foods", dateOfIncorporation: "2021-03-18" };
const registered = {
  company_name: "ADA FOODS LIMITED",
  type_of_company: "COMPANY",
  address: "14 Marina Road, Lagos",
  status: "ACTIVE",
  date_of_registration: "2021-03-18T09:53:20.310+00:00",
  rc_number: "1234567",
};

async function asking(told: unknown) {
  const dojah = await scriptedDojah({ [path]: entity(told) });
  const bureau = dojahBureau({ appId: "app", key: "prod_sk_1234567890", baseUrl: dojah.baseUrl, tellsBvn: false });
  return { ...dojah, bureau };
}

const signs = { MATCH: "=", NO_MATCH: "x", NOT_CHECKED: "?" } as const;

// In the order number, name, date, whether it is active.
test.each<[change: object, fields: string, outcome: string]>([
  [{}, "====", "MATCH"],
  [{ rc_number: "RC 01234567", company_name: "Foods Ada Ltd." }, "====", "MATCH"],
  [{ status: "Not Active" }, "===x", "NO_MATCH"],
  [{ status: undefined }, "===?", "MATCH"],
  [{ company_name: "ADA FOODS & SONS LIMITED" }, "=x==", "NO_MATCH"],
  [{ company_name: undefined }, "=?==", "NOT_CHECKED"],
  [{ date_of_registration: "2021-03-19" }, "==x=", "NO_MATCH"],
  [{ date_of_registration: 1616061200 }, "==?=", "MATCH"],
  [{ rc_number: undefined }, "?===", "NOT_CHECKED"],
  [{ rc_number: "7654321" }, "????", "NOT_CHECKED"],
])("a business is compared with its register: %j", async (change, fields, outcome) => {
  const { bureau, asked } = await asking({ ...registered, ...change });
  const found = await bureau.checkCompany(claim);
  const { number, businessName, dateOfIncorporation, active } = found.fields;
  expect([number, businessName, dateOfIncorporation, active].map((one) => signs[one]).join("")).toBe(fields);
  expect(found.outcome).toBe(outcome);
  expect(asked).toMatchObject([{ query: { rc_number: "1234567", company_type: "COMPANY" } }]);
});

test("what its register says of a business", async () => {
  const { bureau, script } = await asking(registered);
  expect(await bureau.findCompany("RC1234567")).toEqual({
    registrationNumber: "RC1234567",
    businessName: "ADA FOODS LIMITED",
    businessType: "LIMITED_LIABILITY_COMPANY",
    dateOfIncorporation: "2021-03-18",
    registeredAddress: "14 Marina Road, Lagos",
    status: "ACTIVE",
  });
  script[path] = { status: 404, body: { error: "Company not found" } };
  expect(await bureau.findCompany("RC1234567")).toBeNull();
  script[path] = entity({ ...registered, status: undefined });
  await expect(bureau.findCompany("RC1234567")).rejects.toThrow("UNCLEAR");
});

test.each<[told: unknown, holder: unknown]>([
  [
    { account_name: "ADA  FOODS LTD", account_number: "012****789", identity_number: "2*****26256" },
    { accountName: "ADA FOODS LTD" },
  ],
  [{ account_name: "ADA FOODS LTD" }, { accountName: "ADA FOODS LTD" }],
  [{ account_name: "ADA FOODS LTD", account_number: "0123456780" }, "NOT_CHECKED"],
  [{ account_name: "", first_name: "ADA" }, "NOT_CHECKED"],
])("whose an account is: %j", async (told, holder) => {
  const { baseUrl, asked, script } = await scriptedDojah({ "/api/v1/kyc/nuban": entity(told) });
  const bureau = dojahBureau({ appId: "app", key: "prod_sk_1234567890", baseUrl, tellsBvn: false });
  expect(await bureau.nameEnquiry({ bankCode: "058", accountNumber: "0123456789" })).toEqual(holder);
  // By the code that its own list has for OPay; of a bank without one it is not asked.
  await bureau.nameEnquiry({ bankCode: "100004", accountNumber: "0123456789" });
  expect(await bureau.nameEnquiry({ bankCode: "060003", accountNumber: "0123456789" })).toBe("NOT_CHECKED");
  expect(asked.map(({ query }) => query.bank_code)).toEqual(["058", "999992"]);
  script["/api/v1/kyc/nuban"] = { status: 400, body: { error: "Account not found" } };
  expect(await bureau.nameEnquiry({ bankCode: "058", accountNumber: "0123456789" })).toBe("NOT_CHECKED");
});
