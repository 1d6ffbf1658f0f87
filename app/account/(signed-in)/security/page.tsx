import { holderHere } from "@/app/account/holder";
import { SessionCard } from "@/components/account/sessions/session-card";
import { PasswordDialog } from "@/components/forms/security/dialogs";
import { SecondFactorCard } from "@/components/forms/security/second-factor-card";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { readSecondFactor } from "@/lib/parties/people/second-factor/second-factor-queries";
import { listSessions } from "@/lib/parties/people/sessions/list-sessions";
import { mostSessions } from "@/lib/terms/accounts";
import {
  beginOwnSecondFactor,
  changeOwnPassword,
  confirmOwnSecondFactor,
  endOwnSession,
  removeOwnSecondFactor,
  renewOwnRecoveryCodes,
} from "./actions";

export const metadata = { title: "Security" };

export default async function Security() {
  const { user, realNow } = await holderHere();
  const { userId, sessionId: current } = user;
  const factor = await readSecondFactor(userId);
  const sessions = await listSessions({ userId, current, page: { limit: mostSessions }, realNow });
  return (
    <>
      <PageHeader title="Security" lead={`How you sign in as ${user.email}.`} />
      <SecondFactorCard
        {...factor}
        begin={beginOwnSecondFactor}
        confirm={confirmOwnSecondFactor}
        renew={renewOwnRecoveryCodes}
        remove={removeOwnSecondFactor}
      />
      <Card title="Password">
        <p className="max-w-prose text-sm text-muted">Changing it signs you out on every other device.</p>
        <div>
          <PasswordDialog
            trigger="Change password"
            title="Change your password"
            given={{ code: factor.since !== null, change: changeOwnPassword }}
          />
        </div>
      </Card>
      {sessions.data.length > 0 && <SessionCard sessions={sessions.data} now={realNow} end={endOwnSession} />}
    </>
  );
}
