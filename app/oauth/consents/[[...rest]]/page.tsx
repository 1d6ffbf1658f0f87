import { redirect } from "next/navigation";

/** Where merchants saw what they share before they had an account: links and bookmarks of that time still lead somewhere. */
export default function FormerConsents(): never {
  redirect("/account/connections");
}
