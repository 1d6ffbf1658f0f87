import { performance } from "node:perf_hooks";
import { expect, it } from "vitest";
import { measureStrength, mostWaiting, refuseCommonPassword } from "./common-password";

const own = ["ada.obi@shop.example", "Ada Foods"];

/** What is wrong with a password, or null. */
async function fault(password: string): Promise<string | undefined> {
  try {
    await refuseCommonPassword(password, own);
  } catch (error) {
    return (error as { fields: { error: string }[] }).fields[0]?.error;
  }
}

it.each([
  ["password123", "Too close to a password that many people use"],
  ["P@ssw0rd123", "Too close to a password that many people use"],
  ["Welcome2024!", "Too close to a password that many people use"],
  ["iloveyou123", "Too close to a password that many people use"],
  ["aaaaaaaaaaaa", "Repeated or neighbouring characters are easy to guess"],
  ["abcdefghijkl", "Repeated or neighbouring characters are easy to guess"],
  ["AdaFoods2026", "Too close to your e-mail address or the name of your business"],
  ["sdooFadA2026", "Too close to your e-mail address or the name of your business"],
  ["ada.obi2026", "Too close to your e-mail address or the name of your business"],
])("refuses %s: %s", async (password, reason) => {
  expect(await fault(password)).toBe(reason);
});

it.each([["  as it was typed  "], ["mango rain 88 lorry"], ["ọmọlúàbí-2026"], ["tlnqzvbwkp"]])(
  "takes %s",
  async (password) => {
    expect(await fault(password)).toBeUndefined();
  },
);

/** So many words in so many spellings that it takes a tenth of a second to say how good it is. */
const crafted = "p@$$w0rd4@8({[<69!|1!".repeat(3);

it("measures in a thread of its own: nobody else's request waits for it", async () => {
  await measureStrength("warm up", []);
  const before = performance.eventLoopUtilization();
  const ours = await Promise.all(Array.from({ length: 5 }, () => measureStrength(crafted, [])));
  const { utilization } = performance.eventLoopUtilization(before);
  expect(ours.map(({ score }) => score)).toEqual([4, 4, 4, 4, 4]);
  expect(utilization).toBeLessThan(0.5);
});

it("takes no more than may wait, and the next again once they are through", async () => {
  const asked = await Promise.allSettled(
    Array.from({ length: mostWaiting + 5 }, () => measureStrength("mango rain 88 lorry", [])),
  );
  const refused = asked.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  for (const one of refused) {
    expect(one).toMatchObject({ reason: { code: "SERVICE_UNAVAILABLE", retryAfterSeconds: 3 } });
  }
  expect(await measureStrength("mango rain 88 lorry", [])).toMatchObject({ score: 4 });
});
