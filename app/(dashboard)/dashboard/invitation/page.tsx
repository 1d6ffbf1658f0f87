import type { Metadata } from "next";
import { oneOf, type SearchParams } from "@/app/anyone";
import { AcceptForm } from "@/components/dashboard/account/accept-form";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import * as clock from "@/lib/clock";
import { findInvitation } from "@/lib/team/queries";
import { roleNames } from "@/lib/users/constants";
import { joinTeam } from "./actions";

export const metadata: Metadata = { title: "Join a team" };

/** Where the mail with an invitation leads. Opening it changes nothing. */
export default async function Invitation({ searchParams }: { searchParams: SearchParams }) {
  const token = oneOf((await searchParams).token);
  const invited = await findInvitation(token, clock.now());
  if (!invited) {
    return (
      <Frame title="This invitation does not work" test={false}>
        <p>It has been used or withdrawn, or has expired. Ask whoever invited you for another.</p>
        <p>
          Accepted it already? <TextLink href="/dashboard/login">Sign in</TextLink>
        </p>
      </Frame>
    );
  }
  return (
    <Frame title={`Join ${invited.marketplaceName}`} test={false}>
      <p>
        You are invited as <strong>{roleNames[invited.role]}</strong>, and will sign in with{" "}
        <strong>{invited.email}</strong>. Choose a name for the others to see, and a password.
      </p>
      <AcceptForm token={token} accept={joinTeam} />
    </Frame>
  );
}
