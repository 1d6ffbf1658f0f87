type Props = {
  /** Some merchant of the marketplace has applied. */
  applied: boolean;
  allowed: boolean;
  added: boolean;
  mayChange: boolean;
};

/** What it takes to have a journey open on the page, where none can be. */
export function JourneyToCome({ applied, allowed, added, mayChange }: Props) {
  if (!applied)
    return <p>It opens right here, as in a page of yours, once there are an allowed page and a merchant.</p>;
  const missing = [...(allowed ? [] : ["allow this dashboard"]), ...(added ? [] : ["add a test merchant"])];
  return (
    <p>
      A merchant of yours has applied.
      {mayChange && ` To see the journey right here, ${missing.join(" and ")}.`}
    </p>
  );
}
