import { headers } from "next/headers";
import { ForgotPage } from "@/components/forms/sign-in/forgot-page";
import { sandboxAnswers } from "@/lib/sandbox/test-helpers/require-sandbox";
import { askReset } from "./actions";

export const metadata = { title: "Choose a new password" };

export default async function ForgotPassword() {
  return <ForgotPage base="/dashboard" ask={askReset} mailbox={sandboxAnswers(await headers())} />;
}
