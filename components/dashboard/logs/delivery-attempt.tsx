import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import type { DeliveryDetail } from "@/lib/platform/messages/webhooks/delivery-schema";
import { answerText } from "@/lib/terms/dashboard/labels";
import { CodeText } from "./code-text";
import { isAnswered, likelyCause } from "./delivery-words";

/** One attempt: what was sent, what came back, and how long that took. The body is the same for all of them. */
export function DeliveryAttempt({ attempt }: { attempt: DeliveryDetail["log"][number] }) {
  const { number, at, url, requestHeaders, responseBody, durationMs } = attempt;
  const answered = isAnswered(attempt);
  return (
    <Card
      title={`Attempt ${number}`}
      aside={<StatusBadge tone={answered ? "good" : "bad"}>{answerText(attempt)}</StatusBadge>}
    >
      {!answered && <p className="max-w-prose text-sm text-pretty">{likelyCause(attempt)}</p>}
      <Facts
        items={[
          ["Sent", <Moment key="at" at={at} seconds />],
          ["Took", `${durationMs} ms`],
          [
            "To",
            <span key="url" className="wrap-anywhere">
              POST {url}
            </span>,
          ],
        ]}
      />
      {requestHeaders && (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer font-medium">Headers of the request</summary>
          <div className="pt-2">
            <CodeText label={`Headers of attempt ${number}`}>
              {Object.entries(requestHeaders)
                .map(([name, value]) => `${name}: ${value}`)
                .join("\n")}
            </CodeText>
          </div>
        </details>
      )}
      {responseBody ? (
        <div className="flex flex-col gap-2 text-sm">
          <h3 className="font-medium">Answer</h3>
          <CodeText label={`Answer to attempt ${number}`}>{responseBody}</CodeText>
        </div>
      ) : (
        <p className="text-sm text-muted">
          {attempt.responseStatus === null ? "No answer came." : "The answer had no body."}
        </p>
      )}
    </Card>
  );
}
