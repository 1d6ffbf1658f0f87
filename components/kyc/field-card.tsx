import type { ReactNode } from "react";
import { Card } from "@/components/ui/touch-card";

export function FieldCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="grid grid-cols-1 items-end gap-x-5 gap-y-3 sm:grid-cols-2">{children}</div>
    </Card>
  );
}
