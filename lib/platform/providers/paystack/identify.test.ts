import { expect, test } from "vitest";
import { data, refuses, scriptedPaystack, waitFor } from "@/test/paystack-script";
import { identify, trialCustomer } from "./identify";

const [customers, recipients, makes] = ["GET /customer", "GET /transferrecipient", "POST /customer"];
const mine = { integration: 7, domain: "live" };

async function identified(script: Parameters<typeof scriptedPaystack>[0], key = "sk_live_0123456789abcdef") {
  const { baseUrl, asked, questions } = await scriptedPaystack(script);
  return { it: await identify({ key, baseUrl, within: waitFor(script) }), questions: questions(), asked };
}

test("a key is known by any customer or recipient of its account", async () => {
  expect(await identified({ [customers]: data([mine]) })).toMatchObject({ it: mine, questions: [customers] });
  const { it, questions } = await identified({ [customers]: data([]), [recipients]: data([mine]) });
  expect({ it, questions }).toEqual({ it: mine, questions: [customers, recipients] });
});

test("in an empty account one customer is made, who is nobody", async () => {
  const { it, asked } = await identified({ [customers]: data([]), [recipients]: data([]), [makes]: data(mine) });
  expect(it).toEqual(mine);
  expect(asked.at(-1)?.body).toEqual({ email: trialCustomer });
});

test("a key that is not accepted is refused; anything unclear is no answer, and makes nothing", async () => {
  expect(await identified({ [customers]: refuses(401, "Invalid key") })).toMatchObject({ it: "REFUSED" });
  for (const told of [{ never: true } as const, { status: 500 }, { text: "<html>" }, refuses(400, "Odd")]) {
    expect(await identified({ [customers]: told })).toMatchObject({ it: "NO_ANSWER", questions: [customers] });
  }
  const nameless = data({ ...mine, domain: "other" });
  expect(await identified({ [customers]: data([]), [recipients]: data([]), [makes]: nameless })).toMatchObject({
    it: "NO_ANSWER",
  });
});

test("a key for trying out is never one for real money", async () => {
  const test = { integration: 7, domain: "test" };
  expect(await identified({ [customers]: data([test]) }, "sk_test_1")).toMatchObject({ it: test });
  expect(await identified({ [customers]: data([mine]) }, "sk_test_1")).toMatchObject({ it: "NO_ANSWER" });
  expect(await identified({ [customers]: data([test]) }, "sk_live_1")).toMatchObject({ it: "NO_ANSWER" });
});
