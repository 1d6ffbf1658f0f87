import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { ReasonDialog } from "@/components/ops/reason-dialog";

type Seen = { proposalId: string; evidenceDigest: string };

export type Deciding = {
  /** Null: this one is agreed to elsewhere. */
  approve: ((seen: Seen) => Promise<unknown>) | null;
  reject: (typed: { proposalId: string; reason: string }) => Promise<unknown>;
};

type Props = Deciding & {
  /** With the digest of the evidence that this page shows. */
  seen: Seen;
  does: string;
  /** How the windows call it, where the page is about more than this proposal. */
  called?: string;
};

export function DecideProposal({ seen, does, called = "this proposal", approve, reject }: Props) {
  return (
    <div className="flex flex-wrap gap-2">
      {approve && (
        <ConfirmDialog
          trigger="Approve"
          look="primary"
          title={`Approve ${called}`}
          body={does}
          confirm="Approve"
          act={approve.bind(null, seen)}
          said="Approved and done."
        />
      )}
      <ReasonDialog
        trigger="Reject"
        title={`Reject ${called}`}
        label="Why"
        hint="For whoever proposed it."
        button="Reject"
        about={{ proposalId: seen.proposalId }}
        act={reject}
        said="Rejected."
      />
    </div>
  );
}
