"use client";

import type { ReactNode } from "react";
import { ActionButton } from "@/components/forms/action-button";
import { lazyDialog } from "@/components/forms/lazy-dialog";
import { ReasonDialog } from "@/components/ops/reason-dialog";
import type { AskTyped, RejectTyped } from "@/lib/surfaces/console/kyc/decision-schema";
import type { Case } from "./use-decision";

const Approve = lazyDialog(() => import("./forms/approve-form"));
const Reject = lazyDialog(() => import("./forms/reject-form"));
const Ask = lazyDialog(() => import("./forms/ask-form"));

type Props = {
  /** The merchant's name: a window says whose case it is about. */
  of: string;
  about: Case;
  needsTwo: boolean;
  open: readonly string[];
  askable: readonly (readonly [value: string, label: string])[];
  approve: (typed: { note: string } & Case) => Promise<unknown>;
  reject: (typed: RejectTyped & Case) => Promise<unknown>;
  ask: (typed: AskTyped & Case) => Promise<unknown>;
};

/** What a reviewer decides about a case, each with its key. */
export function Decisions({ of, about, needsTwo, open, askable, approve, reject, ask }: Props) {
  return (
    <>
      <Keyed by="a" does="Approve">
        <Approve
          trigger="Approve"
          look="primary"
          title={`Approve the KYC of ${of}`}
          given={{ about, needsTwo, open, send: approve }}
        />
      </Keyed>
      <Keyed by="q" does="Ask again">
        <Ask trigger="Ask again" title={`Ask ${of} again`} given={{ about, askable, reopens: false, send: ask }} />
      </Keyed>
      <Keyed by="r" does="Reject">
        <Reject trigger="Reject" title={`Reject the KYC of ${of}`} given={{ about, needsTwo, send: reject }} />
      </Keyed>
    </>
  );
}

/** Takes a rejection back, which another operator decides. */
export function Reopen({ of, about, askable, ask }: Pick<Props, "of" | "about" | "askable" | "ask">) {
  const given = { about, askable, reopens: true, send: ask };
  return <Ask trigger="Reopen" title={`Reopen the KYC of ${of}`} given={given} />;
}

type Taking = {
  of: string;
  merchantId: string;
  /** Whoever has it now; null: nobody. */
  takenBy: string | null;
  mine: boolean;
  take: (typed: { merchantId: string; reason?: string }) => Promise<unknown>;
  handBack: (typed: { merchantId: string }) => Promise<unknown>;
};

export function Taking({ of, merchantId, takenBy, mine, take, handBack }: Taking) {
  if (mine)
    return (
      <Keyed by="t" does="Hand the case back">
        <ActionButton look="secondary" act={() => handBack({ merchantId })} said="The case is nobody's.">
          Hand back
        </ActionButton>
      </Keyed>
    );
  if (takenBy === null)
    return (
      <Keyed by="t" does="Take the case">
        <ActionButton look="secondary" act={() => take({ merchantId })} said="The case is yours.">
          Take
        </ActionButton>
      </Keyed>
    );
  return (
    <Keyed by="t" does="Take the case over">
      <ReasonDialog
        trigger="Take over"
        title={`Take the case of ${of} over from ${takenBy}`}
        button="Take over"
        about={{ merchantId }}
        act={take}
        said="The case is yours."
      />
    </Keyed>
  );
}

/** Pressing the key does what the button in it does. */
function Keyed({ by, does, children }: { by: string; does: string; children: ReactNode }) {
  return (
    <span data-key={by} data-does={does} className="contents">
      {children}
    </span>
  );
}
