import { describe, expect, test } from "vitest";
import { type Actor, tenantOf } from "./actor";
import { everyMerchantOf, onlyMerchantIn, reaches, reachOf, reachOfRow } from "./reach";

const tenant = tenantOf({ marketplaceId: "mkt_1", environment: "test" });
const every = { tenant, merchants: "every" };
const one = { tenant, merchants: "one", merchantId: "mer_1" };
const none = "none";

type Kind = Actor["kind"];
type Case<K extends Kind> = [
  about: string,
  fields: Omit<Extract<Actor, { kind: K }>, "kind" | "tenant">,
  reach: unknown,
];

/** Each kind of actor has its line: the compiler asks for that of a new one. */
const cases: { [K in Kind]: Case<K>[] } = {
  secretKey: [["the marketplace's backend", { keyId: "key_1" }, every]],
  accessToken: [
    ["of the marketplace", { clientId: "cli_1", merchantId: null, scopes: [] }, every],
    ["of a merchant who consented", { clientId: "cli_1", merchantId: "mer_1", scopes: [] }, one],
  ],
  oauthClient: [["at the token endpoint", { clientId: "cli_1" }, none]],
  merchant: [["a person, whose merchant has to be found first", { userId: "usr_1" }, none]],
  embedToken: [["the merchant in its journey", { merchantId: "mer_1" }, one]],
  merchantUser: [["the merchant in its account", { merchantId: "mer_1", userId: "usr_1" }, one]],
  mailLink: [["whoever has a mail to the merchant", { merchantId: "mer_1" }, one]],
  marketplaceUser: [
    ["an owner", { userId: "usr_1", role: "OWNER" }, every],
    ["a viewer, who only reads", { userId: "usr_1", role: "VIEWER" }, every],
  ],
  webhook: [["the marketplace's backend, by signature", {}, every]],
  operator: [["the service's staff, at work on one tenant", { userId: "usr_1" }, every]],
  job: [["background work", { task: "service-loan" }, every]],
  sandbox: [["the sandbox", {}, every]],
};

const rows = Object.entries(cases).flatMap(([kind, list]) =>
  list.map(([about, fields, reach]) => ({ kind, about, actor: { kind, tenant, ...fields } as Actor, reach })),
);

test.each(rows)("$kind ($about)", ({ actor, reach }) => {
  if (reach === none) expect(() => reachOf(actor)).toThrow(/reaches no merchant/);
  else expect(reachOf(actor)).toEqual(reach);
});

test("a stored row's is its merchant's alone", () => {
  expect(reachOfRow({ marketplaceId: "mkt_1", environment: "test", merchantId: "mer_1" })).toEqual(one);
});

describe("a row is in reach", () => {
  const row = { marketplaceId: "mkt_1", environment: "test", merchantId: "mer_1" } as const;
  const ofAll = everyMerchantOf(tenant);
  const ofOne = reachOfRow(row);

  test.each([
    ["the merchant's own", row, true, true],
    ["another merchant's", { ...row, merchantId: "mer_2" }, true, false],
    ["of the other environment", { ...row, environment: "live" as const }, false, false],
    ["of another marketplace", { ...row, marketplaceId: "mkt_2" }, false, false],
  ])("%s", (_, given, inAll, inOne) => {
    expect(reaches(ofAll, given)).toBe(inAll);
    expect(reaches(ofOne, given)).toBe(inOne);
  });

  test("and a statement for several is told which merchant, if any", () => {
    expect([onlyMerchantIn(ofAll), onlyMerchantIn(ofOne)]).toEqual([null, "mer_1"]);
  });
});
