import { pageCredential } from "@/components/account/page-credential";
import type { Means } from "@/components/calls/api";
import type { Failure } from "@/components/calls/refusals";
import type { Kyc } from "@/components/kyc/context";
import { createSessionShell } from "@/components/kyc/session-shell";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";

type ApplicationState = {
  session: KycSession;
  ended: Failure | null;
};

type Wants = Means & {
  merchantId: string;
  first: KycSession;
  /** A fresh access token; null: nobody is signed in any more. Rejects when no answer came. */
  mint: () => Promise<string | null>;
};

const operations: Kyc["operations"] = {
  readSession: ["GET", "onboarding-status"],
  saveDirectors: ["PUT", "directors"],
};

export function createApplication({ merchantId, first, mint, ...means }: Wants) {
  const credential = pageCredential(mint);
  const shell = createSessionShell<KycSession, ApplicationState>({
    ...means,
    first: { session: first, ended: null },
    root: "/api/merchants/kyc/",
    headers: { "x-merchant-id": merchantId },
    credential,
    readSession: operations.readSession,
    onEnd: (ended) => shell.set({ ended }),
    show: (session) => shell.set({ session }),
    changesAfter: ({ kyc, environment }) => (kyc.status === "SUBMITTED" ? reviewPause[environment] : null),
    outdated: new Set(["KYC_NOT_EDITABLE", "CONNECTION_CLOSED"]),
    onReturn() {
      // Somebody may have signed in again.
      if (!shell.state().ended) return;
      credential.tryAgain();
      shell.set({ ended: null });
    },
  });
  const { state, subscribe, start, stop, actions } = shell;
  return { state, subscribe, start, stop, actions: { ...actions, operations, completed() {} } };
}

/** How often it is asked whether the review is over, in seconds: the sandbox's takes moments, people take hours. */
const reviewPause = { test: 3, live: 60 };
