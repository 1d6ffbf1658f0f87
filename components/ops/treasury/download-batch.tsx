"use client";

import { saveAs } from "@/components/calls/save-as";
import { ActionButton } from "@/components/forms/action-button";
import { isRefusal } from "@/components/forms/outcome";

export function DownloadBatch({ send }: { send: () => Promise<unknown> }) {
  const save = async () => {
    const answer = await send();
    if (isRefusal(answer)) return answer;
    const { name, content } = answer as { name: string; content: string };
    saveAs(new Blob([content], { type: "text/csv;charset=utf-8" }), name);
    return answer;
  };
  return (
    <ActionButton look="primary" act={save} said="Downloaded. The audit log says so.">
      Download the file
    </ActionButton>
  );
}
