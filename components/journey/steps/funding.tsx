"use client";

import { useState } from "react";
import type { FormDraft } from "@/components/forms/draft";
import { SchemaForm } from "@/components/forms/schema-form";
import { useJourney } from "@/components/journey/context";
import { momentText } from "@/components/journey/format";
import { failureText } from "@/components/journey/labels";
import {
  type FundingChoice,
  fundingChoice,
  proposedAmount,
  proposedTenor,
} from "@/components/journey/money/funding-choice";
import { FundingFields } from "@/components/journey/money/funding-fields";
import { Notice } from "@/components/journey/money/notice";
import { NotRead, Unread } from "@/components/journey/money/reading-states";
import { typedChoice } from "@/components/journey/money/typed-choice";
import { useDebounced } from "@/components/journey/money/use-debounced";
import { type Reading, useReading } from "@/components/journey/money/use-reading";
import { Working } from "@/components/journey/money/working";
import { StepFrame } from "@/components/journey/step-frame";
import { useDraft } from "@/components/journey/use-draft";
import { Button } from "@/components/ui/button";
import type { EmbedSession } from "@/lib/embed/schema";
import type { FailureReason } from "@/lib/funding/constants";
import type { FundingOptions } from "@/lib/funding/schema";
import { nairaText } from "@/lib/money";

/** How long the slider must rest before its figures are asked for. */
const restMs = 250;

const title = "How much do you need?";

/** Choosing how much, for how long and for what. */
export default function Funding() {
  const { session } = useJourney();
  const { draft, version } = useDraft("funding");
  const reading = useReading<FundingOptions>("funding-options", whatMatters(session));
  const limits = reading.body;
  if (!limits) return <NotYet reading={reading} />;
  if (limits.blocked !== null || limits.maximum < limits.minimum) return <Nothing options={limits} />;
  return <Choose key={version} draft={draft} limits={limits} proposed={proposedAmount(limits)} />;
}

type ChooseProps = { draft: FormDraft; limits: FundingOptions; proposed: number };

function Choose({ draft, limits, proposed }: ChooseProps) {
  const { session } = useJourney();
  const { amountRequested = proposed, ...typed } = typedChoice(draft.typed, limits);
  const [amount, setAmount] = useState(amountRequested);
  const asked = useDebounced(amount, restMs);
  const reading = useReading<FundingOptions>(`funding-options?amount=${asked}`, whatMatters(session));
  const options = reading.body;
  if (!options) return <NotYet reading={reading} />;
  const lead = `You can get up to ${nairaText(options.maximum)}, based on your sales on ${session.marketplace.name}.`;
  return (
    <StepFrame title={title} lead={lead}>
      <AskedBefore />
      <FundingForm
        // The form is opened with what was typed: as numbers, which it is about.
        draft={{ ...draft, typed: null }}
        typed={typed}
        options={options}
        reading={reading}
        current={reading.current && asked === amount}
        onAmount={setAmount}
      />
    </StepFrame>
  );
}

function NotYet({ reading }: { reading: Reading<FundingOptions> }) {
  return (
    <StepFrame title={title}>
      <Unread reading={reading} blocks={["facts", "list", "card"]} />
    </StepFrame>
  );
}

/** Everything that decides which amounts are possible. */
function whatMatters({ scoring, kyc, fundingRequests, loans }: EmbedSession): string {
  const requests = fundingRequests.map(({ id, status }) => `${id}:${status}`);
  return [scoring, kyc.status, ...requests, ...loans.map(({ loanId, status }) => `${loanId}:${status}`)].join(" ");
}

type FormProps = {
  draft: FormDraft;
  typed: Partial<FundingChoice>;
  options: FundingOptions;
  reading: Reading<FundingOptions>;
  current: boolean;
  onAmount: (amount: number) => void;
};

function FundingForm({ draft, typed, options, reading, current, onAmount }: FormProps) {
  const { call, update, go } = useJourney();
  const [values] = useState(() => ({
    amountRequested: options.amount,
    tenorDays: proposedTenor(options),
    ...typed,
  }));

  async function send(choice: FundingChoice) {
    const answer = await call<EmbedSession>("POST", "funding-requests", choice);
    if ("refused" in answer) return answer;
    update(answer.body);
    go("status");
    return { done: true } as const;
  }

  return (
    <SchemaForm<FundingChoice>
      schema={fundingChoice(options)}
      values={values}
      send={send}
      button="Continue"
      draft={draft}
    >
      {(form) => (
        <>
          <FundingFields form={form} options={options} current={current} onAmount={onAmount} />
          {reading.refused !== null && <NotRead refused={reading.refused} again={reading.again} />}
        </>
      )}
    </SchemaForm>
  );
}

/** A request that has not been decided: asking again makes a second one. */
function AskedBefore() {
  const { session, go } = useJourney();
  const waiting = session.fundingRequests.find(({ status }) => status === "PENDING");
  if (!waiting) return null;
  return (
    <Notice look="plain" title={`You have asked for ${nairaText(waiting.amountRequested)} already`}>
      <p>
        On {momentText(waiting.createdAt)}. It has not been decided yet; asking again adds a second request.{" "}
        <Button look="quiet" onClick={() => go("status")}>
          See how it stands
        </Button>
      </p>
    </Notice>
  );
}

/** Why nothing is available now, and what to do. */
function Nothing({ options }: { options: FundingOptions }) {
  const { session, go } = useJourney();
  const { name } = session.marketplace;
  if (session.scoring === "pending") {
    return (
      <StepFrame title="We are reading your sales figures">
        <Working>
          <p>They tell us how much we can offer you. That takes a few minutes, and this page goes on by itself.</p>
        </Working>
      </StepFrame>
    );
  }
  if (session.scoring === "none") {
    return (
      <StepFrame title="We have no sales figures of yours yet">
        <p>
          {name} sends them to us. As soon as they are here, this page shows how much you can get. If it takes longer
          than a day, ask {name} about it.
        </p>
      </StepFrame>
    );
  }
  const { why, remedy } = adviceOf(options.blocked, session);
  return (
    <StepFrame title="There is nothing to borrow at the moment" lead={why}>
      <p>{remedy}</p>
      {session.step !== "funding" && <Button onClick={() => go(session.step)}>Back to where you were</Button>}
    </StepFrame>
  );
}

/** Where even the minimum is too much, "ask for less" makes no sense. */
function adviceOf(blocked: FailureReason | null, { loans }: EmbedSession): { why: string; remedy: string } {
  if (blocked !== null && blocked !== "ABOVE_LENDING_CAP" && blocked !== "ABOVE_REPAYMENT_CAPACITY") {
    return failureText[blocked];
  }
  if (!loans.some(({ stage }) => stage !== "ended")) return failureText.RISK_TIER_BLOCKED;
  return {
    why: "What you could get is taken up by the loan or offer you have.",
    remedy: "As you pay back, there is room for more.",
  };
}
