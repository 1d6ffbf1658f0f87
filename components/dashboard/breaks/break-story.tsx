import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import type { Kobo } from "@/lib/kernel/money";
import type { answerReasons, BreakResolution, breakStatuses } from "@/lib/terms/breaks";
import { answerReasonLabels, resolutionLabels } from "@/lib/terms/dashboard/labels";

type Answered = {
  status: (typeof breakStatuses)[number];
  answerReason: (typeof answerReasons)[number] | null;
  answerNote: string | null;
  answeredBy: string | null;
  answeredAt: Date | null;
  answeredExpected: Kobo | null;
  answeredActual: Kobo | null;
};

export function BreakAnswer(found: Answered) {
  const { status, answerReason, answerNote, answeredBy, answeredAt, answeredExpected, answeredActual } = found;
  if (!answerReason || !answeredAt) return null;
  return (
    <Card title="Your answer">
      <p className="font-medium">{answerReasonLabels[answerReason]}</p>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere">{answerNote}</p>
      {status === "OPEN" && (
        <p className="text-sm text-warning">
          It was about earlier figures
          {answeredExpected !== null && answeredActual !== null && (
            <>
              {" "}
              (<Money kobo={answeredExpected} /> expected, <Money kobo={answeredActual} /> actual)
            </>
          )}
          . Answer again.
        </p>
      )}
      <p className="text-sm text-muted">
        {answeredBy}, <Moment at={answeredAt} />
        {status === "ANSWERED" && ". An operator decides."}
      </p>
    </Card>
  );
}

type Ended = {
  resolution: BreakResolution | null;
  note: string | null;
  resolvedBy: string;
  resolvedAt: Date | null;
};

export function BreakEnd({ resolution, note, resolvedBy, resolvedAt }: Ended) {
  if (!resolution || !resolvedAt) return null;
  return (
    <Card title="How it ended">
      <p className="font-medium">{resolutionLabels[resolution]}</p>
      {note && <p className="max-w-prose whitespace-pre-line wrap-anywhere">{note}</p>}
      <p className="text-sm text-muted">
        {resolvedBy}, <Moment at={resolvedAt} />
      </p>
    </Card>
  );
}
