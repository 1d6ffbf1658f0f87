import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { signUps } from "@/db/schema/users";
import { findStaff } from "@/lib/parties/people/queries";
import { signUp } from "@/lib/parties/people/sign-in/sign-up";
import { signUpToken } from "@/lib/platform/messages/mails/account-links";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { now } from "@/test/time";
import { POST } from "./route";

useDatabase();

const ngozi = { name: "Ngozi Eze", marketplaceName: "Lagos Traders", email: "ngozi@traders.example" };
const password = "mango rain 88 lorry";
let network = 0;
const complete = (body: unknown) => call(POST, { body, headers: { "x-socket-address": `192.0.2.${++network}` } });

test("makes the marketplace and its owner, of the mail's token and the password, once", async () => {
  const from = { address: "192.0.2.1", network: "n1", userAgent: "", device: "d".repeat(32) };
  await signUp({ asked: { kind: "marketplace", ...ngozi, password }, query: "", from, realNow: now() });
  const [asked] = await db().select().from(signUps).where(eq(signUps.email, ngozi.email)).orderBy(desc(signUps.id));
  const token = signUpToken(asked?.id ?? "");
  expect(await complete({ token, password: "another password" })).toMatchObject({
    status: 400,
    json: { errors: [{ field: "password" }] },
  });
  const answer = await complete({ token, password });
  const { marketplace, user } = answer.json as { marketplace: { marketplaceId: string }; user: { id: string } };
  expect(answer).toMatchObject({
    status: 201,
    json: { marketplace: { name: "Lagos Traders" }, user: { name: "Ngozi Eze", email: ngozi.email, role: "OWNER" } },
  });
  const { marketplaceId } = marketplace;
  expect(await findStaff(user.id)).toMatchObject({ marketplaceId, role: "OWNER", liveAt: null });
  for (const other of [token, `${token}x`, "none"]) {
    expect(await complete({ token: other, password })).toMatchObject({ status: 409, json: { code: "LINK_NOT_VALID" } });
  }
});

test.each([
  [{}, ["token", "password"]],
  [{ token: 7, password: "x" }, ["token"]],
  [{ token: "x".repeat(201), password: "" }, ["token", "password"]],
])("refuses %j", async (body, fields) => {
  const { status, json } = await complete(body);
  expect([status, (json.errors as { field: string }[]).map(({ field }) => field)]).toEqual([400, fields]);
});
