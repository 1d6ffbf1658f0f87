import { permissionMail } from "./mail";

/** What whoever gave a marketplace's permission is written about it (docs/notifications.md#applications). */
export const permissionMails = {
  /** `why`: in words for the merchant. */
  ACCESS_LOST: permissionMail<{ marketplace: string; why: string }>({
    when: "the permission to fetch its sales figures [is gone](connections.md#fetching), as plain text to whoever gave it",
    sample: { marketplace: "Jumbo Market", why: "Your permission at Jumbo Market has ended. Please give it again." },
    text: ({ marketplace, why }, { test, support, baseUrl }) => ({
      subject: `${marketplace} no longer shares your sales figures with us`,
      lines: [
        ...(test ? ["This e-mail is about test data.", ""] : []),
        why,
        "",
        "Your current offers, loans and repayments stay as they are. But without new sales figures, we cannot make you new",
        "offers after a while.",
        "",
        `Your shops: ${baseUrl}/account/connections`,
        "",
        `Questions: write to ${support}.`,
      ],
    }),
  }),
};
