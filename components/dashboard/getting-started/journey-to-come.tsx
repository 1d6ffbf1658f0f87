type Props = {
  /** Some merchant of the marketplace has applied. */
  applied: boolean;
  allowed: boolean;
  added: boolean;
  mayChange: boolean;
};

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
