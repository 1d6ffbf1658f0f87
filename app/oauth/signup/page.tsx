import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { merchantSession, readAuthorizationRequest, type SearchParams, startOf } from "@/app/oauth/authorization-page";
import { SignUpForm } from "@/components/oauth/signup-form";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import { sandboxAnswers } from "@/lib/sandbox/require-sandbox";
import { createAccount } from "./actions";

export const metadata: Metadata = { title: "Create an account" };

export default async function SignUp({ searchParams }: { searchParams: SearchParams }) {
  const { query, request } = await readAuthorizationRequest(searchParams);
  if (await merchantSession()) redirect(request ? startOf(query) : "/oauth/login");
  const login = request ? `/oauth/login?${query}` : "/oauth/login";
  return (
    <Frame title="Create an account" test={request?.client.environment === "test"}>
      {request ? (
        <p>
          <strong>{request.client.marketplaceName}</strong> would like to connect your shop. With an account you can see
          what it asks for, and say yes or no.
        </p>
      ) : (
        <p>For the owner of a shop that sells on a marketplace.</p>
      )}
      <SignUpForm signUp={createAccount} query={query} mailbox={sandboxAnswers(await headers())} />
      <p>
        Have an account? <TextLink href={login}>Sign in</TextLink>
      </p>
    </Frame>
  );
}
