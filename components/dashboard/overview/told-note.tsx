import { Day } from "@/components/staff/day";
import { Card } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";

/** Why the figures of a made-up past are not those of today yet. */
export function ToldNote({ lastDay, percent }: { lastDay: string; percent: number }) {
  return (
    <Card title="The sandbox is still making up this marketplace">
      <p className="max-w-prose text-sm text-pretty">
        Its past is told in the background, day by day, and has come to <Day date={lastDay} />. Until it comes to today,
        the newest days are empty and loans look overdue. This page follows by itself.
      </p>
      <ProgressBar percent={percent} label="Told so far" />
    </Card>
  );
}
