import { redirect } from "next/navigation";
import { oneOf, type SearchParams } from "@/app/anyone";

/** Where mails about a sign-up led before accounts had pages of their own. */
export default async function Verify({ searchParams }: { searchParams: SearchParams }) {
  const token = oneOf((await searchParams).token);
  redirect(`/account/verify?token=${encodeURIComponent(token)}`);
}
