import type { ComponentProps } from "react";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { FileLink } from "@/components/ops/file-link";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { BringForm } from "./bring-form";
import { GiveMandate } from "./loan-acts";

type OnPaper = {
  on: ComponentProps<typeof GiveMandate>["on"];
  /** Null: nobody has sent it yet. */
  form: { sentAt: Date | null; sentBy: string } | null;
  /** Where the form is read, and brought. */
  file: string;
  pay: boolean;
  give: ComponentProps<typeof GiveMandate>["send"];
};

export function PaperMandate({ on, form, file, pay, give }: OnPaper) {
  return (
    <Card title="Its mandate is on paper">
      <p className="max-w-prose text-sm">
        The holder signs a form, and the lender’s bank lodges it. Two operators then say under which reference.
      </p>
      <Facts
        items={[
          ["The signed form", form ? null : "Has not been sent yet"],
          ["Sent by", form?.sentBy ?? null],
          ["Sent", form?.sentAt ? <Moment key="" at={form.sentAt} /> : null],
        ]}
      />
      {pay && form && (
        <div className="flex flex-wrap items-center gap-3">
          <FileLink href={file}>Look at the signed form</FileLink>
          <GiveMandate on={on} send={give} />
        </div>
      )}
      {pay && <BringForm to={file} again={form !== null} />}
    </Card>
  );
}

type Ended = { id: string; bankReference: string | null; endedAt: Date | null };
type ToEnd = {
  on: ComponentProps<typeof GiveMandate>["on"];
  mandates: readonly Ended[];
  /** Null for whoever only looks. */
  end: ((asked: ToEnd["on"] & { mandateId: string }) => Promise<unknown>) | null;
};

export function MandatesToEnd({ on, mandates, end }: ToEnd) {
  return (
    <Card title="To be ended at the bank">
      <p className="max-w-prose text-sm">It has ended here, and nothing is debited under it any more.</p>
      {mandates.map(({ id, bankReference, endedAt }) => (
        <div key={id} className="flex flex-col gap-2">
          <Facts
            items={[
              ["At the bank", bankReference],
              ["Ended here", endedAt && <Moment key="" at={endedAt} />],
            ]}
          />
          {end && (
            <div>
              <ConfirmDialog
                trigger="Say that it is ended"
                title="Ended at the bank"
                body={`You have ended ${bankReference ?? ""} at the lender’s bank. It is on the list no more.`}
                confirm="It is ended"
                act={end.bind(null, { ...on, mandateId: id })}
                said="Noted."
              />
            </div>
          )}
        </div>
      ))}
    </Card>
  );
}
