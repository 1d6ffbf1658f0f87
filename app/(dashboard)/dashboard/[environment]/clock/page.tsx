import { notFound } from "next/navigation";
import { staffAt } from "@/app/(dashboard)/staff";
import { ClockControls } from "@/components/dashboard/clock-controls";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { day, hour } from "@/lib/kernel/calendar";
import { advance, runWork } from "./actions";

export const metadata = { title: "Sandbox clock" };

export default async function Clock({ params }: PageProps<"/dashboard/[environment]/clock">) {
  const { environment, now, realNow, may } = await staffAt(params);
  if (environment !== "test") notFound();
  return (
    <>
      <PageHeader
        title="Sandbox clock"
        lead="Test data has a clock of its own. Move it ahead to see what days and months do to a loan."
      />
      <Card title="Time of your test data">
        <Facts
          items={[
            ["It is", <Moment key="now" at={now} />],
            ["Ahead of real time", aheadText(now.getTime() - realNow.getTime())],
          ]}
        />
        {may("change") ? (
          <ClockControls advance={advance.bind(null, environment)} runWork={runWork.bind(null, environment, {})} />
        ) : (
          <p className="text-sm text-muted">A developer, administrator or owner of your team can move it.</p>
        )}
      </Card>
      <Card title="What it moves">
        <p className="max-w-prose text-sm text-muted">
          Instalments, arrears, offers, the age of scores, reminders, repeated deliveries and the moments told in events
          go by this clock. Signatures, tokens and rate limits go by real time.
        </p>
      </Card>
    </>
  );
}

function aheadText(milliseconds: number): string {
  if (milliseconds < hour) return "Not at all";
  const days = Math.floor(milliseconds / day);
  const hours = Math.floor((milliseconds % day) / hour);
  const parts = [days > 0 ? `${days} ${days === 1 ? "day" : "days"}` : "", hours > 0 ? `${hours} h` : ""];
  return parts.filter(Boolean).join(" ");
}
