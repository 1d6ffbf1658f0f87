import type { KycStep } from "@/lib/terms/kyc/constants";
import type { ApplicationMailKind } from "@/lib/terms/notifications";
import type { AboutShop } from "./merchant-mail";

/** What each kind of mail about an application tells; reasons and messages are the reviewer's words to the merchant. */
type ApplicationMailFacts = {
  APPLICATION_APPROVED: object;
  APPLICATION_REJECTED: { reason: string };
  APPLICATION_SENT_BACK: {
    /** It had been rejected. */
    reopened: boolean;
    asked: readonly { step: KycStep; message: string }[];
  };
};

export type ApplicationMail = {
  [K in ApplicationMailKind]: { kind: K } & ApplicationMailFacts[K];
}[ApplicationMailKind];

export type ApplicationMailAbout = AboutShop & {
  /** The application in the account that holds the merchant; null: no account does. */
  page: string | null;
};
