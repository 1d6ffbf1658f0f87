"use client";

import { Button } from "@/components/ui/button";
import { cardLook } from "@/components/ui/touch-card";
import { adultAge, verificationLabels } from "@/lib/terms/kyc/constants";
import { identityTypeLabels } from "@/lib/terms/providers";
import { ConfirmButton } from "./confirm-button";
import type { ListedDirector } from "./director-list";
import { FromMarketplace } from "./from-marketplace";

/** `BVN ending in 8903`. */
export function numberText({ identityType, identityNumber }: ListedDirector): string {
  return `${identityTypeLabels[identityType]} ending in ${identityNumber.replace(/^\*+/, "")}`;
}

export function nameOf({ firstName, middleName, lastName }: ListedDirector): string {
  return [firstName, middleName, lastName].filter(Boolean).join(" ");
}

/** `CEO · Main contact`, or empty. */
export function roleText({ position, isPrimary }: ListedDirector): string {
  return [position, isPrimary && "Main contact"].filter(Boolean).join(" · ");
}

export function DirectorCard(props: {
  director: ListedDirector;
  /** The only one: cannot be removed. */
  alone: boolean;
  busy: boolean;
  edit: () => void;
  remove: () => Promise<void>;
  makeContact: () => void;
}) {
  const { director, alone, busy, edit, remove, makeContact } = props;
  const name = nameOf(director);
  return (
    <li className={cardLook}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h2 className="wrap-anywhere text-lg font-semibold">{name}</h2>
        {director.prefilled && <FromMarketplace />}
      </div>
      <div className="text-stone-700 dark:text-stone-300">
        {roleText(director) && <p>{roleText(director)}</p>}
        <p className="tabular-nums">{numberText(director)}</p>
        <p>{verificationLabels[director.verificationStatus]}</p>
        {director.remarks?.map(({ field }) => (
          <p key={field} className="text-red-800 dark:text-red-300">
            {field === "dateOfBirth" && `Under ${adultAge} by the date of birth. Check it.`}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button look="secondary" data-item={director.id} onClick={edit}>
          Edit<span className="sr-only"> {name}</span>
        </Button>
        {!director.isPrimary && !alone && (
          <Button look="quiet" busy={busy} onClick={makeContact}>
            Make main contact<span className="sr-only"> {name}</span>
          </Button>
        )}
        {!alone && (
          <ConfirmButton
            label="Remove"
            about={name}
            question={`Remove ${name} from this application?`}
            yes="Yes, remove"
            no="Keep"
            act={remove}
          />
        )}
      </div>
    </li>
  );
}
