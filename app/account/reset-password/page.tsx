import type { Metadata } from "next";
import { oneOf, type SearchParams } from "@/app/anyone";
import { ResetPage } from "@/components/forms/sign-in/reset-page";
import * as clock from "@/lib/clock";
import { findReset } from "@/lib/users/reset-password";
import { choosePassword } from "./actions";

export const metadata: Metadata = { title: "Choose a new password" };

export default async function ResetPassword({ searchParams }: { searchParams: SearchParams }) {
  const token = oneOf((await searchParams).token);
  const user = await findReset("merchant", token, clock.now());
  return <ResetPage base="/account" email={user?.email} token={token} choose={choosePassword} />;
}
