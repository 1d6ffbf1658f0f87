import type { ReactNode } from "react";
import { AnswerForm } from "@/components/sandbox-bank/answer-form";
import { Frame } from "@/components/sandbox-bank/frame";
import * as clock from "@/lib/kernel/clock";
import { nairaText } from "@/lib/kernel/money";
import { closedLinks } from "@/lib/lending/transfers/mandates/link-state";
import { type MandateRequest, readMandateRequest } from "@/lib/lending/transfers/mandates/read-mandate-request";
import { answerMandate } from "./actions";

export const metadata = {
  title: { absolute: "Direct debit mandate · Sandbox Bank" },
  robots: { index: false },
};

/** Also where the sandbox is off. Opening it changes nothing, since link scanners open it, too. */
export default async function Mandate({ params }: PageProps<"/sandbox-bank/mandates/[id]">) {
  const { id } = await params;
  const request = await readMandateRequest(id, clock.now());
  if ("closed" in request) {
    const { title, text } = closedLinks[request.closed];
    return (
      <Frame>
        <div className="flex flex-col gap-3">
          <h1 className="text-2xl font-bold text-balance">{title}</h1>
          <p>{text}</p>
        </div>
      </Frame>
    );
  }
  return (
    <Frame>
      <AnswerForm linkId={id} answer={answerMandate}>
        <Request {...request.open} />
      </AnswerForm>
    </Frame>
  );
}

function Request(request: MandateRequest) {
  const { lenderName, marketplaceName, businessName, bankName, lastFour, accountName, limit, limitInWords } = request;
  return (
    <>
      <div className="flex flex-col gap-3">
        <h1 className="text-2xl font-bold text-balance">Allow {lenderName} to debit your account?</h1>
        <p>
          Your financing is repaid from your sales on {marketplaceName}. From this account {lenderName} may only take
          what you order to be paid, and what is overdue.
        </p>
      </div>
      <dl className="border-y border-slate-300 dark:border-slate-700">
        <Row term="Who asks">
          {lenderName}
          <Aside>
            for the financing of {businessName} through {marketplaceName}
          </Aside>
        </Row>
        <Row term="Account">
          {bankName}, ending in <span className="tabular-nums">{lastFour}</span>
          <Aside>{accountName}</Aside>
        </Row>
        <Row term="At most">
          <span className="tabular-nums">{nairaText(limit)}</span> in all
          <Aside>
            <span className="inline-block first-letter:uppercase">{limitInWords}</span>
          </Aside>
        </Row>
        <Row term="Until">The loan is repaid</Row>
        <Row term="Reference">{request.reference}</Row>
      </dl>
      <p>
        If you agree, nothing is debited today, and your money is paid out. If you decline, nothing is ever debited, and
        the money is not paid out.
      </p>
    </>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 border-slate-300 py-3 not-last:border-b sm:grid-cols-[8rem_1fr] dark:border-slate-700">
      <dt className="text-slate-600 dark:text-slate-400">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

function Aside({ children }: { children: ReactNode }) {
  return <span className="block font-normal text-slate-700 dark:text-slate-300">{children}</span>;
}
