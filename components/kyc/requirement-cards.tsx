"use client";

import { Button } from "@/components/ui/button";
import type { Requirement } from "@/lib/terms/kyc/schema";
import { useKyc } from "./context";
import { askingLook, itemText, requirementsOf, settledLook, updatedText } from "./requirements";

/** What the reviewer asks for, with buttons to change it; `open`: only what has not been changed yet. */
export function RequirementCards({ open = false }: { open?: boolean }) {
  const { session } = useKyc();
  const shown = requirementsOf(session).filter(({ resolved }) => !open || !resolved);
  if (shown.length === 0) return null;
  return (
    <section aria-label="What our reviewer asks for">
      <ul className="flex flex-col gap-3">
        {shown.map((requirement) => (
          <RequirementCard key={`${requirement.step} ${requirement.item} ${requirement.message}`} {...requirement} />
        ))}
      </ul>
    </section>
  );
}

function RequirementCard(requirement: Requirement) {
  const { session, go } = useKyc();
  const { step, item, message, resolved } = requirement;
  const about = itemText(session, requirement);
  return (
    <li className={`flex flex-col gap-3 rounded-(--radius-field) border p-4 ${resolved ? settledLook : askingLook}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="wrap-anywhere font-semibold">{about}</h2>
        <span className="text-sm font-medium">{resolved ? `✓ ${updatedText(requirement)}` : "Please change"}</span>
      </div>
      <p className="wrap-anywhere">{message}</p>
      {step !== "review" && (
        <Button look={resolved ? "quiet" : "secondary"} onClick={() => go(step, item)}>
          {resolved ? "Change again" : "Change"}
          <span className="sr-only"> {about}</span>
        </Button>
      )}
    </li>
  );
}
