import { expect, test, vi } from "vitest";
import * as settings from "@/lib/kernel/env";
import { entity, scriptedDojah } from "@/test/dojah-script";
import { bankOver } from "./open-rail";

const account = { bankCode: "058", accountNumber: "0123456789", expectedName: "Ada Foods" };

test("whose an account is the bureau says where the lender’s own bank cannot, of live accounts alone", async () => {
  const { baseUrl, asked } = await scriptedDojah({ "/api/v1/kyc/nuban": entity({ account_name: "ADA FOODS LTD" }) });
  const [live, trial] = [
    await bankOver({ railId: null, environment: "live" }),
    await bankOver({ railId: null, environment: "test" }),
  ];
  expect(await live.nameEnquiry(account)).toBe("NOT_CHECKED");
  const dojah = { appId: "app", key: "prod_sk_1234567890", baseUrl, tellsBvn: false };
  vi.spyOn(settings, "identityBureau").mockReturnValue(dojah);
  expect(await live.nameEnquiry(account)).toEqual({ accountName: "ADA FOODS LTD" });
  expect(asked).toHaveLength(1);
  expect(await trial.nameEnquiry({ ...account, accountNumber: "0123450000" })).toBe("UNKNOWN");
  expect(asked).toHaveLength(1);
});
