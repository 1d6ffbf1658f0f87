import { expect, test } from "vitest";
import { errorCodes, errors } from "@/lib/kernel/error-codes";
import { failureOf } from "./refusals";

test("pages carry what the codes say to merchants, and nothing of what they say to developers", async () => {
  const said = errorCodes.flatMap((code) => (errors[code].toMerchant ? [[code, errors[code].toMerchant]] : []));
  expect(said.length).toBeGreaterThan(10);
  const file = `${JSON.stringify(Object.fromEntries(said), null, 2)}\n`;
  // Written by `npm run docs:accept`.
  await expect(file).toMatchFileSnapshot("merchant-words.json");
});

test.each(errorCodes.filter((code) => errors[code].status < 500 && ![401, 429].includes(errors[code].status)))(
  "a merchant who meets %s reads what is meant for merchants, or else the answer's own words",
  (code) => {
    const body = { code, detail: "What the answer itself says." };
    const { refused } = failureOf(errors[code].status, body, null);
    expect(refused).toBe(errors[code].toMerchant ?? body.detail);
  },
);
