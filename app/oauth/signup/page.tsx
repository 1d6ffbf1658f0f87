import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { merchantSession } from "@/app/account/session";
import { createAccount } from "@/app/account/signup/actions";
import type { SearchParams } from "@/app/anyone";
import { readAuthorizationRequest, startOf } from "@/app/oauth/authorization-page";
import { SignUpForm } from "@/components/account/sign-in/signup-form";
import { Frame } from "@/components/ui/frame";
import { LegalNote, TextLink } from "@/components/ui/page";
import { sandboxAnswers } from "@/lib/sandbox/test-helpers/require-sandbox";

export const metadata = { title: "Create an account" };

/** An account on the way to a marketplace's request; without one, by itself. */
export default async function SignUp({ searchParams }: { searchParams: SearchParams }) {
  const { query, request } = await readAuthorizationRequest(searchParams);
  if (!request) redirect("/account/signup");
  if (await merchantSession()) redirect(startOf(query));
  return (
    <Frame title="Create an account" test={request.client.environment === "test"}>
      <p>
        <strong>{request.client.marketplaceName}</strong> would like to connect your shop. With an account you can see
        what it asks for, and say yes or no.
      </p>
      <SignUpForm signUp={createAccount} query={query} mailbox={sandboxAnswers(await headers())} />
      <LegalNote />
      <p>
        Have an account? <TextLink href={`/oauth/login?${query}`}>Sign in</TextLink>
      </p>
    </Frame>
  );
}
