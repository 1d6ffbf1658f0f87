type Props = {
  /** Some merchant of the marketplace has applied. */
  applied: boolean;
  allowed: boolean;
  added: boolean;
  mayChange: boolean;
};

/** What it takes to have a journey open on the page, where none can be. */
export function JourneyToCome({ applied, allowed, added, mayChange }: Props) {
  const missing = [...(allowed ? [] : ["allow this dashboard"]), ...(added ? [] : ["add a test merchant"])];
  if (!applied && missing.length > 0)
    return <p>It opens right here, as in a page of yours, once there are an allowed page and a test merchant.</p>;
  if (!applied) return <p>Owners, administrators and developers open it right here, as in a page of yours.</p>;
  return (
    <p>
      A merchant of yours has applied.
      {mayChange && ` To see the journey right here, ${missing.join(" and ")}.`}
    </p>
  );
}
