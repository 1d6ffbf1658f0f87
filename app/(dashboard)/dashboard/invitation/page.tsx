import { moveBehindHash, type SearchParams } from "@/app/anyone";
import { AcceptPage } from "@/components/dashboard/account/accept-page";
import { joinTeam, openInvitation } from "./actions";

export const metadata = { title: "Join a team" };

export default async function Invitation({ searchParams }: { searchParams: SearchParams }) {
  await moveBehindHash("/dashboard/invitation", "token", searchParams);
  return <AcceptPage open={openInvitation} accept={joinTeam} />;
}
