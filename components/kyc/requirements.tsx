"use client";

import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { type KycStep, kycPlaceLabels } from "@/lib/terms/kyc/constants";
import { itemLabel } from "@/lib/terms/kyc/item-label";
import type { Requirement } from "@/lib/terms/kyc/schema";
import { useKyc } from "./context";

/** The looks of a box that asks for something, and of one that no longer does. */
export const settledLook = "border-stone-300 bg-white dark:border-stone-700 dark:bg-stone-900";
export const askingLook =
  "border-amber-700 bg-amber-50 text-amber-950 dark:border-amber-500 dark:bg-amber-950 dark:text-amber-100";

export function requirementsOf(session: KycSession, step?: KycStep): Requirement[] {
  const all = session.kyc.requirements ?? [];
  return step ? all.filter((requirement) => requirement.step === step) : all;
}

export function itemText(session: KycSession, { step, item }: Requirement): string {
  const director = session.directors.find(({ id }) => id === item);
  if (director) return `${director.firstName} ${director.lastName}`;
  const document = session.documents.find(({ id }) => id === item);
  return itemLabel({ step, item: document?.documentType ?? item });
}

/** The mark of a requirement whose step was edited; whether that meets it, only the merchant knows yet. */
export function updatedText({ step }: Requirement): string {
  return `${kycPlaceLabels[step]} updated`;
}

/** The reviewer's message about something that is still to be changed. */
export function askedOf(session: KycSession, step: KycStep, ...items: string[]): string | undefined {
  return requirementsOf(session, step).find(({ item, resolved }) => !resolved && items.includes(item))?.message;
}

export function AskedHere({ message }: { message: string | undefined }) {
  return message && <p className="wrap-anywhere font-medium text-amber-900 dark:text-amber-200">{message}</p>;
}

export function Asked({ step }: { step: KycStep }) {
  const { session } = useKyc();
  const asked = requirementsOf(session, step);
  if (asked.length === 0) return null;
  const look = asked.every(({ resolved }) => resolved) ? settledLook : askingLook;
  return (
    <section aria-labelledby="asked" className={`flex flex-col gap-2 rounded-(--radius-field) border p-4 ${look}`}>
      <h2 id="asked" className="font-semibold">
        What our reviewer asks for
      </h2>
      <ul className="flex flex-col gap-2">
        {asked.map((requirement) => (
          <li key={`${requirement.item} ${requirement.message}`} className="wrap-anywhere">
            <span className="font-medium">{itemText(session, requirement)}:</span> {requirement.message}
            {requirement.resolved && <span className="font-medium"> ✓ {updatedText(requirement)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
