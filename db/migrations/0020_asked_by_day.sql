-- Days of which one sale gave what another did not lessened the balance by both. They are computed again.
UPDATE collection_days c SET stale = true
FROM loans l WHERE l.id = c.loan_id AND l.status IN ('ACTIVE', 'DEFAULTED')
  AND (c.own->>'used')::bigint > greatest((c.own->>'share')::bigint, (c.own->>'taken')::bigint);
--> statement-breakpoint
UPDATE loan_watches w SET due_at = w.watched_until
WHERE EXISTS (SELECT FROM collection_days c WHERE c.loan_id = w.id AND c.stale)
  AND (w.due_at IS NULL OR w.due_at > w.watched_until);
