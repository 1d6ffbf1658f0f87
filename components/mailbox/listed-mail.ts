import type { AccountMailKind, MailKind } from "@/lib/terms/mails/all-mails";
import type { TextKind } from "@/lib/terms/notifications";

export type ListedMail = {
  id: string;
  /** Null: to a marketplace's staff. */
  kind: MailKind | AccountMailKind | TextKind | null;
  /** Null: about an account, which belongs to neither. */
  environment: string | null;
  recipient: string;
  subject: string;
  createdAt: Date;
};

/** What a mail is, in a word or two: `Weekly summary, test`. */
export function kindLabel({ kind, environment }: Pick<ListedMail, "kind" | "environment">): string {
  const words = (kind ?? "TO_STAFF").toLowerCase().replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${environment ? `, ${environment}` : ""}`;
}
