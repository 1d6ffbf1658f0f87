import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { useDatabase } from "@/test/database";
import { anyUser } from "@/test/factories/oauth";
import { now } from "@/test/time";
import { findUser } from "./queries";
import { renameAccount } from "./rename-account";

useDatabase();

test("an account gets another name, and the change is audited once", async () => {
  const [ada, ben] = [await anyUser(), await anyUser()];
  for (let i = 0; i < 2; i++) {
    await renameAccount({ userId: ada.id, input: { businessName: "Ada and Daughters" }, realNow: now() });
  }
  expect(await findUser(ada.id)).toMatchObject({ name: "Ada and Daughters" });
  expect((await findUser(ben.id))?.name).not.toBe("Ada and Daughters");
  const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, ada.id));
  expect(audited).toMatchObject([{ action: "user.rename", actor: ada.id, detail: { kind: "merchant" } }]);
});
