import { beforeAll, expect, it, vi } from "vitest";
import { operations } from "@/app/openapi.json/operations";
import { type OperatorRole, operatorRoles } from "@/lib/kernel/actor";
import { log } from "@/lib/kernel/log";
import { operatorMay } from "@/lib/terms/users/roles";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { type ConsoleWorld, consoleWorld } from "@/test/ops/world";
import { sampleBody } from "@/test/sample-body";

// Generated from the contract: whoever adds an operation of the operators' has it tried with every role here.

useDatabase();

const ofOperators = operations.filter(({ route }) => route.declaration.auth.scheme === "operatorToken");
const tokens = {} as Record<OperatorRole, string>;
let world: ConsoleWorld;
beforeAll(async () => {
  vi.spyOn(log, "info").mockImplementation(() => {});
  for (const role of operatorRoles) tokens[role] = (await anyOperator(role)).token;
  world = await consoleWorld((await createMarketplace({ live: true })).live);
});

/** What there is one of, by the names of the parameters. */
const named = ({ proposals, ...of }: ConsoleWorld): Record<string, string> => ({
  ...{ lenderId: of.lenderId, accountId: of.accountId, lineId: of.lineId, instructionBatchId: of.batchId },
  ...{ loanId: of.loanId, mandateId: of.mandateId, breakId: of.remittanceBreakId, remittanceId: of.remittanceId },
  ...{
    complaintId: of.complaintId,
    proposalId: proposals[0]?.id ?? "",
    marketplaceId: of.marketplaceId,
    merchant: of.merchantId,
  },
});
const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

it("whoever only looks changes nothing, whatever there is", async () => {
  expect(ofOperators.length).toBeGreaterThan(40);
  const before = await storedState();
  const wrong: string[] = [];
  for (const { method, path, route } of ofOperators) {
    const params = named(world);
    const unnamed = namesIn(path).filter((name) => !params[name]);
    const body = sampleBody(route, params);
    const bodies = [body];
    // As somebody who may would decide.
    for (const { evidenceDigest } of path.endsWith("/approve") ? world.proposals : []) bodies.push({ evidenceDigest });
    for (const sent of bodies) {
      const asked = { key: tokens.READ_ONLY, params, method: method.toUpperCase(), body: sent };
      const { status, json } = await call(route, asked);
      const refused = status === 403 && json.code === "INSUFFICIENT_ROLE";
      // 409: the loan is not one that has such a file.
      const looked = method === "get" && [200, 409].includes(status);
      if (unnamed.length > 0 || !(refused || looked))
        wrong.push(`${method} ${path}: ${status} ${json.detail} ${unnamed}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await storedState()).toEqual(before);
});

it("each role is refused what it may not, and nothing else", async () => {
  const wrong: string[] = [];
  for (const { method, path, route } of ofOperators) {
    const { permission } = route.declaration.auth;
    const params = Object.fromEntries(namesIn(path).map((name) => [name, "nothing"]));
    for (const role of operatorRoles) {
      const { json } = await call(route, { key: tokens[role], params, method: method.toUpperCase() });
      const refused = json.code === "INSUFFICIENT_ROLE";
      if (!permission || refused === operatorMay(role, permission)) wrong.push(`${method} ${path} as ${role}`);
    }
  }
  expect(wrong).toEqual([]);
});
