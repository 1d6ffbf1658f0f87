import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ResetPage } from "@/components/forms/sign-in/reset-page";
import { db } from "@/db/client";
import { invitations, signUps } from "@/db/schema/users";
import { hour, later } from "@/lib/kernel/calendar";
import * as clock from "@/lib/kernel/clock";
import { inviteStaff } from "@/lib/parties/team/invite-staff";
import { readMarketplaceName } from "@/lib/parties/team/queries";
import { invitationToken, resetToken, signUpToken } from "@/lib/platform/messages/mails/account-links";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyUser } from "@/test/factories/oauth";
import { anyStaff } from "@/test/factories/staff";
import { openInvitation } from "./(dashboard)/dashboard/invitation/actions";
import InvitationPage from "./(dashboard)/dashboard/invitation/page";
import DashboardLogin from "./(dashboard)/dashboard/login/page";
import * as staffReset from "./(dashboard)/dashboard/reset-password/actions";
import StaffReset from "./(dashboard)/dashboard/reset-password/page";
import { openRegistration } from "./(dashboard)/dashboard/verify/actions";
import DashboardVerify from "./(dashboard)/dashboard/verify/page";
import AccountLogin from "./account/login/page";
import * as merchantReset from "./account/reset-password/actions";
import MerchantReset from "./account/reset-password/page";
import { openSignUp } from "./account/verify/actions";
import AccountVerify from "./account/verify/page";
import OAuthLogin from "./oauth/login/page";
import OAuthVerify from "./oauth/verify/page";

useDatabase();
vi.mock("next/headers", () => ({ headers: async () => new Headers({ "x-socket-address": "192.0.2.1" }) }));

const at = () => clock.now();

describe("what a mail's token is about", () => {
  const shown: [name: string, open: (typed: unknown) => Promise<unknown>, token: () => string, about: object][] = [];
  const email = "ada@shop.example";

  beforeAll(async () => {
    const { test: tenant } = await createMarketplace();
    const owner = await anyStaff(tenant, "OWNER");
    const actor = { kind: "marketplaceUser", tenant, userId: owner.id, role: "OWNER" } as const;
    await inviteStaff({ actor, input: { email, role: "VIEWER" }, realNow: at() });
    const [invitation] = await db().select().from(invitations);
    const merchant = await anyUser();
    const asked = { name: "Ada", email, passwordHash: "x", query: "", device: "x" };
    const lasts = { createdAt: at(), expiresAt: later(at(), hour) };
    const [account, marketplace] = await db()
      .insert(signUps)
      .values([
        { id: "sup_a", kind: "merchant", ...asked, ...lasts },
        { id: "sup_b", kind: "marketplace", ...asked, marketplaceName: "Bola Market", ...lasts },
      ])
      .returning();
    shown.push(
      ["a sign-up", openSignUp, () => signUpToken(account?.id ?? ""), { email }],
      [
        "a registration",
        openRegistration,
        () => signUpToken(marketplace?.id ?? ""),
        { marketplaceName: "Bola Market", email },
      ],
      [
        "an invitation",
        openInvitation,
        () => invitationToken(invitation?.id ?? ""),
        { marketplaceName: await readMarketplaceName(tenant), email, role: "Viewer" },
      ],
      [
        "a merchant's password",
        merchantReset.openReset,
        () => resetToken(merchant.id, "0", at()),
        { email: merchant.email },
      ],
      ["a member's password", staffReset.openReset, () => resetToken(owner.id, "0", at()), { email: owner.email }],
    );
  });

  test("is told by the page that it leads to, and by no other", async () => {
    expect(shown).toHaveLength(5);
    for (const [name, open, token, about] of shown) {
      expect(await open({ token: token() }), name).toEqual({ about });
      for (const [other, openOther] of shown) {
        if (other !== name) expect(await openOther({ token: token() }), `${name} at ${other}`).toEqual({ about: null });
      }
      for (const wrong of ["", "sup_a", `${token()}0`, "\u0000"])
        expect(await open({ token: wrong })).toEqual({ about: null });
      for (const wrong of [null, {}, { token: 1 }, { token: "x".repeat(201) }]) {
        expect(await open(wrong)).toMatchObject({ refused: expect.any(String) });
      }
    }
  });
});

describe("a link of before, with its secret in the query", () => {
  const pages = [
    ["/account/verify", "token", AccountVerify],
    ["/account/verify", "token", OAuthVerify],
    ["/account/reset-password", "token", MerchantReset],
    ["/dashboard/verify", "token", DashboardVerify],
    ["/dashboard/invitation", "token", InvitationPage],
    ["/dashboard/reset-password", "token", StaffReset],
    ["/account/login", "pass", AccountLogin],
    ["/account/login", "pass", OAuthLogin],
    ["/dashboard/login", "pass", DashboardLogin],
  ] as const;
  test.each(pages)("is led on to %s#%s=", async (path, name, page) => {
    const open = (value: string | string[]) => page({ searchParams: Promise.resolve({ [name]: value }) });
    await expect(open("usr_1.a-b.0f")).rejects.toMatchObject({
      digest: expect.stringContaining(`;${path}#${name}=usr_1.a-b.0f;`),
    });
    for (const odd of ["a#b", "//evil.example", "\u0000", "x".repeat(201), ["a", "b"]]) {
      const said = await open(odd).then(
        () => "",
        (error) => String(error.digest),
      );
      expect(said).not.toContain("#");
    }
  });
});

test("without scripts, the page says that it needs them", () => {
  const page = createElement(ResetPage, {
    base: "/account",
    open: merchantReset.openReset,
    choose: merchantReset.choosePassword,
  });
  const html = renderToStaticMarkup(page);
  expect(html).toMatch(/<noscript>.*This link needs JavaScript/);
  expect(html).toContain("Choose a new password</h1>");
});
