import { redirect } from "next/navigation";

/** Where mails about a sign-in led before accounts had pages of their own. */
export default function Password() {
  redirect("/account/security");
}
