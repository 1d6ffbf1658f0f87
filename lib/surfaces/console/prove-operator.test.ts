import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { proposals } from "@/db/schema/proposals";
import { accountMails, users } from "@/db/schema/users";
import { now } from "@/lib/kernel/clock";
import { findSignIn } from "@/lib/parties/people/queries";
import { shownCode } from "@/test/authenticator";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createMarketplace } from "@/test/factories/marketplace";
import { servicedLoan } from "@/test/factories/serviced-loan";
import { addSecondFactor } from "@/test/factories/staff";
import { as, passwords, run } from "@/test/operator-terminal";

useDatabase();

const other = "second@financing.example";
const reason = "Nothing more is expected.";
const said = { as: other };
const yes = () => true;
let proposal: string;
let loanId: string;
beforeAll(async () => {
  await run(`operator add ${as} First`, {});
  await run(`operator add ${other} Second`, { as });
});
beforeEach(async () => {
  const { live } = await createMarketplace({ live: true });
  loanId = (await servicedLoan(live)).loan.id;
  await run(`loan default ${loanId}`, { as, reason });
  proposal = /ppl_\w+/.exec(await run(`loan write-off ${loanId}`, { as, reason }))?.[0] ?? "";
});

const stateOf = async (id = proposal) => {
  const [row] = await db().select().from(proposals).where(eq(proposals.id, id));
  return row?.decision ?? null;
};
const logIns = async (email: string) => {
  const id = (await findSignIn("operator", email))?.user.id ?? "";
  const rows = await db().select().from(auditLog).where(eq(auditLog.subjectId, id));
  return rows.filter(({ action }) => action === "operator.log-in").length;
};

test("a name is only a claim: nobody decides in another's name, whatever else is confirmed", async () => {
  const before = await logIns(other);
  for (const typed of ["", passwords[as] ?? "", `${passwords[other]} `]) {
    const wrong = "The password is wrong. Nothing was done.";
    await expect(run(`proposal approve ${proposal}`, said, yes, [typed])).rejects.toThrow(wrong);
    await expect(run(`proposal reject ${proposal}`, { ...said, reason }, yes, [typed])).rejects.toThrow(wrong);
  }
  expect([await stateOf(), await logIns(other)]).toEqual([null, before]);
  expect(await run(`proposal approve ${proposal}`, said, yes, [passwords[other] ?? ""])).toContain(
    "Approved and done.",
  );
  expect([await stateOf(), await logIns(other)]).toEqual(["APPROVED", before + 1]);
});

test("nor proposes in another's name, to approve it in their own, nor adds a second self", async () => {
  const wrong = "The password is wrong";
  const own = [passwords[other] ?? ""];
  await expect(run(`loan write-off ${loanId}`, { as, reason: "Mine." }, yes, [...own])).rejects.toThrow(wrong);
  await expect(run(`loan change-terms ${loanId}`, { as, reason, minimum: "0" }, yes, [...own])).rejects.toThrow(wrong);
  await expect(run("operator add third@financing.example Third", { as }, yes, [...own])).rejects.toThrow(wrong);
  await expect(run(`operator role ${as}`, { ...said, role: "READ_ONLY" }, yes, [])).rejects.toThrow(wrong);
  expect(await findSignIn("operator", "third@financing.example")).toBeUndefined();
});

test("one address is one operator, however it is written; who may no more while the question stands does nothing", async () => {
  await expect(run(`operator add ${other.toUpperCase()} Again`, { as })).rejects.toThrow("already has an account");
  await expect(run(`proposal approve ${proposal}`, { as: as.toUpperCase() })).rejects.toThrow("You proposed this");
  const third = await anyOperator();
  const demoted = () => db().update(users).set({ operatorRole: "READ_ONLY" }).where(eq(users.id, third.userId));
  const approval = run(`proposal approve ${proposal}`, { as: third.email }, demoted, [third.password]);
  await expect(approval).rejects.toThrow("The account has changed meanwhile");
  await db().update(users).set({ operatorRole: "ADMIN" }).where(eq(users.id, third.userId));
  const pause = run(`loan pause ${loanId}`, { as: third.email, reason }, demoted);
  await expect(pause).rejects.toThrow("The account has changed meanwhile");
  expect(await stateOf()).toBeNull();
});

test("who was added chooses a password that nobody else has seen", async () => {
  const added = "fourth@financing.example";
  const shown = await run(`operator add ${added} Fourth`, { as });
  const [, given = ""] = /shown once: (\S+)/.exec(shown) ?? [];
  const options = { as: added };
  const choose = (...typed: string[]) => run("operator password", options, yes, typed);
  const chosen = "wide rivers keep quiet names";
  await expect(choose("guessed", chosen, chosen)).rejects.toThrow("The password is wrong");
  await expect(choose(given, chosen, `${chosen}s`)).rejects.toThrow("They differ");
  await expect(choose(given, "short", "short")).rejects.toThrow("Must be at least");
  await expect(choose(given, "password1234", "password1234")).rejects.toThrow("many people use");
  expect(await choose(given, chosen, chosen)).toContain("Done.");
  await expect(run(`proposal approve ${proposal}`, options, yes, [given])).rejects.toThrow("The password is wrong");
  expect(await run(`proposal approve ${proposal}`, options, yes, [chosen])).toContain("Approved and done.");
});

test("a second factor is asked for, and each of its codes works once", async () => {
  const third = await anyOperator();
  const secret = await addSecondFactor(third.userId);
  const code = shownCode(secret, now());
  const options = { as: third.email, reason };
  const reject = (typed: string[]) => run(`proposal reject ${proposal}`, options, yes, [third.password, ...typed]);
  for (const typed of ["", "000000"])
    await expect(reject([typed])).rejects.toThrow("The code is wrong, or used already");
  expect(await stateOf()).toBeNull();
  expect(await reject([code])).toContain("Rejected.");
  await run(`loan write-off ${loanId}`, { as, reason });
  await expect(reject([code])).rejects.toThrow("no longer open");
  const [open] = /ppl_\w+/.exec(await run("proposal list", { as })) ?? [];
  await expect(run(`proposal reject ${open}`, options, yes, [third.password, code])).rejects.toThrow("used already");
});

test("wrong passwords are counted as at the log-in, and the owner is written to", async () => {
  const third = await anyOperator();
  const options = { as: third.email, reason };
  const guess = () => run(`proposal reject ${proposal}`, options, yes, ["guessed"]);
  for (let tries = 0; tries < 10; tries += 1) await expect(guess()).rejects.toThrow("The password is wrong");
  await expect(guess()).rejects.toThrow("Too many wrong attempts");
  const right = run(`proposal reject ${proposal}`, options, yes, [third.password]);
  await expect(right).rejects.toThrow("Too many wrong attempts");
  const mails = await db().select().from(accountMails).where(eq(accountMails.recipient, third.email.toLowerCase()));
  expect(mails.map(({ kind }) => kind)).toContain("MANY_FAILURES");
  expect(await stateOf()).toBeNull();
});
