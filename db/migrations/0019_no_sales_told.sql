-- Loans of whose sales nothing is told are looked at, too.
UPDATE loan_watches w SET due_at = w.watched_until + interval '14 days'
FROM loans l WHERE l.id = w.id AND l.status IN ('ACTIVE', 'DEFAULTED') AND w.due_at IS NULL;
