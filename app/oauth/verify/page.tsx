import { redirect } from "next/navigation";
import { moveBehindHash, type SearchParams } from "@/app/anyone";

/** Where mails about a sign-up led before accounts had pages of their own. */
export default async function Verify({ searchParams }: { searchParams: SearchParams }) {
  await moveBehindHash("/account/verify", "token", searchParams);
  redirect("/account/verify");
}
