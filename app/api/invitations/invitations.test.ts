import { beforeAll, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { invitations } from "@/db/schema/users";
import { log } from "@/lib/kernel/log";
import { findSignIn, findStaff } from "@/lib/parties/people/queries";
import { invitationToken } from "@/lib/platform/messages/mails/account-links";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { POST as accept } from "./[token]/accept/route";
import { GET } from "./[token]/route";
import { POST } from "./route";

useDatabase();

let shop: TestMarketplace;
let key: string;
beforeAll(async () => {
  shop = await createMarketplace();
  ({ token: key } = await anyStaff(shop.test, "ADMIN"));
});

let network = 0;
const anywhere = () => ({ "x-socket-address": `192.0.2.${++network}` });
const invite = (body: unknown, as = key) => call(POST, { key: as, body });
const read = (token: string) => call(GET, { params: { token }, headers: anywhere() });
const join = (token: string, body: unknown) => call(accept, { params: { token }, body, headers: anywhere() });
const fieldsOf = ({ json }: { json: Record<string, unknown> }) =>
  (json.errors as { field: string }[]).map(({ field }) => field);
const person = { name: "Ngozi Eze", password: "mango rain 88 lorry" };

test("goes out, is shown to whoever has the mail, and is accepted once", async () => {
  const said = vi.spyOn(log, "info").mockImplementation(() => {});
  const email = "ngozi@traders.example";
  const sent = await invite({ email, role: "DEVELOPER" });
  expect(sent).toMatchObject({ status: 201, json: { invitationId: expect.stringMatching(/^inv_/) } });
  expect(sent.text).not.toContain(invitationToken(String(sent.json.invitationId)));
  const token = invitationToken(String(sent.json.invitationId));
  const shown = await read(token);
  expect(shown).toMatchObject({ status: 200, json: { email, role: "DEVELOPER", marketplaceName: expect.any(String) } });
  expect(shown.headers.get("cache-control")).toBe("no-store");
  expect(await join(token, person)).toMatchObject({ status: 201, json: { name: person.name, email } });
  const known = await findSignIn("marketplace", email);
  expect(await findStaff(known?.user.id ?? "")).toMatchObject({ role: "DEVELOPER", marketplaceId: shop.marketplaceId });
  expect(await join(token, person)).toMatchObject({ status: 409, json: { code: "LINK_NOT_VALID" } });
  expect(await read(token)).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
  // The end of the address is a credential.
  expect(JSON.stringify(said.mock.calls)).not.toContain(token);
  said.mockRestore();
});

test("a token that was changed, or is none, is none", async () => {
  const { json } = await invite({ email: "other@traders.example", role: "VIEWER" });
  const token = invitationToken(String(json.invitationId));
  for (const other of [`${token}x`, token.slice(0, -1), String(json.invitationId), "none"]) {
    expect(await read(other)).toMatchObject({ status: 404 });
    expect(await join(other, person)).toMatchObject({ status: 409, json: { code: "LINK_NOT_VALID" } });
  }
  expect(await db().select().from(invitations)).toHaveLength(1);
});

test("takes an address and a role, and a name and a password worth having", async () => {
  for (const [body, fields] of [
    [{}, ["email", "role"]],
    [{ email: "nobody", role: "VIEWER" }, ["email"]],
    [{ email: "a@b.example", role: "BOSS" }, ["role"]],
    [{ email: ["a@b.example"], role: null }, ["email", "role"]],
  ] as const) {
    const answer = await invite(body);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
  }
  const { json } = await invite({ email: "weak@traders.example", role: "VIEWER" });
  const token = invitationToken(String(json.invitationId));
  for (const [body, fields] of [
    [{}, ["name", "password"]],
    [{ ...person, name: " " }, ["name"]],
    [{ ...person, password: "short" }, ["password"]],
    [{ ...person, password: "password123" }, ["password"]],
  ] as const) {
    const answer = await join(token, body);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
  }
});

test("is for those who manage a team, and only an owner makes owners", async () => {
  const { token: developer } = await anyStaff(shop.test, "DEVELOPER");
  const refused = { status: 403, json: { code: "INSUFFICIENT_ROLE" } };
  expect(await invite({ email: "a@b.example", role: "VIEWER" }, developer)).toMatchObject(refused);
  expect(await invite({ email: "a@b.example", role: "OWNER" })).toMatchObject(refused);
  expect(await call(POST, { body: { email: "a@b.example", role: "VIEWER" } })).toMatchObject({ status: 401 });
});
