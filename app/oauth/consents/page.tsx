import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { merchantSession, signInFor } from "@/app/account/session";
import { ConsentCard } from "@/components/oauth/consent-card";
import { SignOutButton } from "@/components/oauth/sign-out-button";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import { day } from "@/lib/calendar";
import * as clock from "@/lib/clock";
import { type Consent, listConsents } from "@/lib/consents/list-consents";
import { formats } from "@/lib/notifications/formats";
import { refreshTokenLifetime } from "@/lib/oauth/lifetimes";
import { scopeLabels } from "@/lib/oauth/scope-labels";

export const metadata: Metadata = { title: "What you share" };

const { moment } = formats.en;
const unusedUntil = refreshTokenLifetime / day;

export default async function Consents() {
  const session = await merchantSession();
  if (!session) redirect(signInFor("/oauth/consents"));
  const consents = await listConsents(session.userId, clock.now());
  const open = consents.filter(({ disconnected }) => !disconnected);
  return (
    <Frame title="What you share, and with whom" test={false}>
      <p>
        <span className="block text-sm text-stone-600 dark:text-stone-400">Signed in as</span>
        <span className="block font-semibold">{session.name}</span>
        <span className="block text-sm">{session.email}</span>
      </p>
      {open.length === 0 && <p>You share nothing with any marketplace.</p>}
      {consents.map((consent) => (
        <ConsentCard
          key={consent.merchantId}
          marketplace={consent.marketplace}
          test={consent.environment === "test"}
          lead={leadOf(consent)}
          scopes={consent.disconnected ? [] : (consent.granted?.scopes ?? []).map((scope) => scopeLabels[scope])}
          facts={factsOf(consent)}
          withdrawAt={consent.disconnected ? null : `/oauth/consents/${consent.merchantId}`}
        />
      ))}
      <p>
        <TextLink href="/account">Your account</TextLink>
      </p>
      <SignOutButton label="Sign out" next="/account/login" look="secondary" />
    </Frame>
  );
}

/** What there is to say before the list; null where the list says it. */
function leadOf({ marketplace, granted, disconnected }: Consent): string | null {
  if (disconnected) {
    const who = {
      MERCHANT: "You withdrew your permission",
      MARKETPLACE: `${marketplace} disconnected you`,
      SERVICE: "We have ended this connection",
    }[disconnected.by ?? "SERVICE"];
    const why = disconnected.note ? ` It said: ${disconnected.note}` : "";
    const when = disconnected.at ? ` on ${moment(disconnected.at)}` : "";
    return `${who}${when}.${why} To connect again, begin at ${marketplace}.`;
  }
  if (granted) return null;
  return `The permission you gave has run out, but your shop is still connected: ${marketplace} can go on sending us your sales figures with its own access, and see your score and loans, until you withdraw.`;
}

function factsOf({ granted, connectedAt, lastReceivedAt, disconnected, runningLoans }: Consent): [string, string][] {
  const loans: [string, string][] = runningLoans > 0 ? [["Loans that go on", String(runningLoans)]] : [];
  if (disconnected) return loans;
  const received: [string, string] = ["Figures last received", lastReceivedAt ? moment(lastReceivedAt) : "Not yet"];
  if (!granted) return [["Connected since", moment(connectedAt)], received];
  const until = granted.scopes.includes("offline_access") ? null : moment(granted.until);
  return [
    ["Since", moment(granted.since)],
    ["Until", until ?? `You withdraw it, or it is not used for ${unusedUntil} days`],
    ["Last used", granted.lastUsedAt ? moment(granted.lastUsedAt) : "Not yet"],
    received,
  ];
}
