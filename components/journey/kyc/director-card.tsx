"use client";

import { useJourney } from "@/components/journey/context";
import { identityTypeWords, verificationWords } from "@/components/journey/labels";
import { FromMarketplace } from "@/components/journey/step-frame";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "./confirm-button";
import type { ListedDirector } from "./director-list";

/** What a stored identity number shows of itself. */
export function numberText({ identityType, identityNumber }: ListedDirector): string {
  return `${identityTypeWords[identityType]} ending in ${identityNumber.replace(/^\*+/, "")}`;
}

/** First, middle and last name. */
export function nameOf({ firstName, middleName, lastName }: ListedDirector): string {
  return [firstName, middleName, lastName].filter(Boolean).join(" ");
}

/** What a director is in the business and for this application; empty when nothing in particular. */
export function roleText({ position, isPrimary }: ListedDirector): string {
  return [position, isPrimary && "Main contact"].filter(Boolean).join(" · ");
}

/** A director in the list, with what can be done to it. */
export function DirectorCard(props: {
  director: ListedDirector;
  /** The only one there is: somebody has to be. */
  alone: boolean;
  busy: boolean;
  edit: () => void;
  remove: () => Promise<void>;
  makeContact: () => void;
}) {
  const { director, alone, busy, edit, remove, makeContact } = props;
  const { session } = useJourney();
  const name = nameOf(director);
  return (
    <li className="flex flex-col gap-3 rounded-(--radius-field) border border-stone-300 bg-white p-4 dark:border-stone-700 dark:bg-stone-900">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h2 className="wrap-anywhere text-lg font-semibold">{name}</h2>
        {director.prefilled && <FromMarketplace name={session.marketplace.name} />}
      </div>
      <div className="text-stone-700 dark:text-stone-300">
        {roleText(director) && <p>{roleText(director)}</p>}
        <p className="tabular-nums">{numberText(director)}</p>
        <p>{verificationWords[director.verificationStatus]}</p>
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
