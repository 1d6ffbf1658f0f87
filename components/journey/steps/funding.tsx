"use client";

import { useState } from "react";
import type { FormDraft } from "@/components/forms/draft";
import { SchemaForm } from "@/components/forms/schema-form";
import { useJourney } from "@/components/journey/context";
import { availableTo } from "@/components/journey/money/available-to";
import {
  type FundingChoice,
  fundingChoice,
  proposedAmount,
  proposedTenor,
} from "@/components/journey/money/funding-choice";
import { FundingFields } from "@/components/journey/money/funding-fields";
import { NotRead, Unread } from "@/components/journey/money/reading-states";
import { TurnedDown } from "@/components/journey/money/turned-down";
import { keptChoice, typedChoice } from "@/components/journey/money/typed-choice";
import { useDebounced } from "@/components/journey/money/use-debounced";
import { useOptions } from "@/components/journey/money/use-options";
import type { Reading } from "@/components/journey/money/use-reading";
import { Working } from "@/components/journey/money/working";
import { StepFrame } from "@/components/kyc/step-frame";
import { useDraft } from "@/components/kyc/use-draft";
import type { Availability } from "@/components/loan/availability";
import { Button } from "@/components/ui/button";
import { momentText } from "@/components/ui/date-text";
import { Notice } from "@/components/ui/notice";
import { nairaText } from "@/lib/kernel/money";
import type { FundingOptions } from "@/lib/lending/funding/schema";
import type { EmbedSession } from "@/lib/surfaces/journey/schema";

/** How long the slider must rest before its figures are asked for. */
const restMs = 250;

const title = "How much do you need?";

export default function Funding() {
  const { session } = useJourney();
  const { draft, version } = useDraft("funding");
  const reading = useOptions();
  const limits = reading.body;
  if (!limits) return <NotYet reading={reading} />;
  const availability = availableTo(session, limits);
  if (availability.state !== "some") return <Nothing availability={availability} />;
  return <Choose key={version} draft={draft} limits={limits} proposed={proposedAmount(limits)} />;
}

type ChooseProps = { draft: FormDraft; limits: FundingOptions; proposed: number };

function Choose({ draft, limits, proposed }: ChooseProps) {
  const { session } = useJourney();
  const { amountRequested = proposed, ...typed } = typedChoice(draft.typed, limits);
  const [amount, setAmount] = useState(amountRequested);
  const asked = useDebounced(amount, restMs);
  const reading = useOptions(asked);
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
  const [tenorChosen, setTenorChosen] = useState(typed.tenorDays !== undefined);
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
      draft={{
        ...draft,
        show: (began, fill) => draft.show(keptChoice(began, tenorChosen), fill),
        keep: (now) => draft.keep(keptChoice(now, tenorChosen)),
        settle: (now) => draft.settle(keptChoice(now, tenorChosen)),
      }}
    >
      {(form) => (
        <>
          <FundingFields
            form={form}
            options={options}
            current={current}
            onAmount={onAmount}
            tenorChosen={tenorChosen}
            onTenor={() => setTenorChosen(true)}
          />
          {reading.refused !== null && <NotRead refused={reading.refused} again={reading.again} />}
        </>
      )}
    </SchemaForm>
  );
}

/** A request that has not been decided: asking again makes a second one. Or one that was turned down, and why. */
function AskedBefore() {
  const { session, go } = useJourney();
  const waiting = session.fundingRequests.find(({ status }) => status === "PENDING");
  if (!waiting) return <TurnedDown />;
  return (
    <Notice look="plain" title={`You have asked for ${nairaText(waiting.amountRequested)} already`}>
      <p>
        On {momentText(waiting.createdAt)}. It has not been decided yet; asking again adds a second request.{" "}
        <Button look="quiet" onClick={() => go("status")}>
          See the status
        </Button>
      </p>
    </Notice>
  );
}

function Nothing({ availability }: { availability: Availability }) {
  const { session, go } = useJourney();
  const { name } = session.marketplace;
  if (availability.state === "waiting") {
    return (
      <StepFrame title="We are reading your sales figures">
        <Working>
          <p>They tell us how much we can offer you. That takes a few minutes, and this page goes on by itself.</p>
        </Working>
      </StepFrame>
    );
  }
  if (availability.state !== "none") {
    return (
      <StepFrame title="We have no sales figures of yours yet">
        <p>
          {name} sends them to us. As soon as they are here, this page shows how much you can get. If it takes longer
          than a day, ask {name} about it.
        </p>
      </StepFrame>
    );
  }
  return (
    <StepFrame title="There is nothing to borrow at the moment" lead={availability.why}>
      <p>{availability.remedy}</p>
      <TurnedDown />
      {session.step !== "funding" && <Button onClick={() => go(session.step)}>Back to where you were</Button>}
    </StepFrame>
  );
}
